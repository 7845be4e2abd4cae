import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// npm run lint: checks the words of all texts.
const root = join(import.meta.dirname, '../..')

/** What is not written, and what is. Spelling is British, as most of it was; `license` is a name of SPDX. */
const words: [wrong: RegExp, right: string][] = [
  [/\b(?:behavior|favor|honor|neighbor|labor(?!at))\w*/gi, 'British spelling'],
  [
    /\b(?:label|model|cancel|travel|signal|dial)(?:ed|er)\b|\b(?:label|cancel|travel|signal|dial)ing\b/gi,
    'British spelling',
  ],
  [/\b(?:center(?:s|ed)?|gray|catalog|fulfill|defense|toward|judgment)\b/gi, 'British spelling'],
  [
    /\b(?:anal|catal)yz\w+|\b(?:capital|central|custom|initial|maxim|minim|normal|optim|organ|random|recogn|serial|special|summar|synchron|util|visual)iz\w+/gi,
    'British spelling',
  ],
  [/\bsome \d+/gi, 'about'],
  [
    /\b(?:an|the|each|every|whole|all|any|its|their|no|this|same|of|real|late|slow|long|large|earlier|frozen|several|many|last|latest|newest) answers?\b|\banswers? (?:of|that|are|is|has|have|contains?)\b/gi,
    'response, or page',
  ],
  [/\b(?:rate|price|value|supply) stands\b(?! for| still)/gi, 'is carried forward'],
  [/\b(?:tells?|told|telling|narrators?)\b/gi, 'report, return or list'],
  [/\b(?:obeys?|stretch(?:es)?|hurr(?:y|ies))\b/gi, 'follow, range or catch up'],
  [/\bthis (?:server|project)'s own\b/gi, 'specific to this server'],
  [
    /(?:\d|\b(?:[kMG]B|[µmn]s|bytes|digits|orders|trades|requests|blocks|books|levels)) an? (?:second|minute|hour|day|week|month|year|side|page|trade|price|request|packet|row|record)\b/g,
    'per',
  ],
]

/** Comments, and strings of several words. */
const prose = /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g

/** Wrong words of a text, each with its place and the right word. Code within the text does not count. */
export function wrongWords(path: string, text: string): string[] {
  const parts = /\.[jt]s$/.test(path) ? text.matchAll(prose) : [Object.assign([withoutCode(text)], { index: 0 })]
  return [...parts].flatMap(part =>
    words.flatMap(([wrong, right]) =>
      [...part[0].matchAll(wrong)].map(found => {
        const line = text.slice(0, part.index + found.index).split('\n').length
        return `${path}:${line}: "${found[0]}", not ${right}`
      }),
    ),
  )
}

/** Without blocks and spans of code, on the same lines. */
function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```|`[^`\n]*`/g, code => code.replace(/[^\n]/g, '`'))
}

/** Of all texts that people read, but the test of this file. */
export function allWrongWords(): string[] {
  const folders = '{src,routes,seed,test,bench,docs}'
  const globs = ['*.{md,ts}', `${folders}/**/*.{md,ts,js,mjs,sql,py,go,java}`]
  return globSync(globs, { cwd: root, exclude: ['**/node_modules', 'test/clients/generated', 'test/layout.test.ts'] })
    .sort()
    .flatMap(path => wrongWords(path, readFileSync(join(root, path), 'utf8')))
}

if (import.meta.main) {
  const found = allWrongWords()
  for (const line of found) console.error(line)
  process.exitCode = found.length > 0 ? 1 : 0
}
