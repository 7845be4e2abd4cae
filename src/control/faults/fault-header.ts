import { Failure, shown } from '../../base/failure.ts'
import { suggestion } from '../../base/nearest.ts'
import { checkBody } from '../verb.ts'
import { checkEffect, type Nameable } from './check-rule.ts'
import { Do } from './fault-schemas.ts'

const nested: Record<string, (value: string) => object> = {
  cut: value => ({ cut: { bytes: numberOr(value) } }),
  cut_records: value => ({ cut: { records: numberOr(value) } }),
  reset: value => ({ reset: /^\d+$/.test(value) ? { bytes: Number(value) } : value }),
  stall: value => {
    const [at = '', duration = ''] = value.split('/')
    return { stall: { at: numberOr(at), for: duration } }
  },
}
const numbers = ['status', 'retry_after', 'bandwidth']
const lists = ['drop_field', 'null_field', 'add_field']
const names = [...Object.keys(Do.properties), ...Object.keys(nested).filter(name => name.includes('_'))]

/** `status=503; retry_after=1`, or JSON in the form of a rule's `do`. @throws Failure that names the fault */
export function readFaultHeader(text: string, known: Pick<Nameable, 'fields'>): Do {
  const effect = text.trimStart().startsWith('{') ? readJson(text) : readPairs(text)
  label(() => checkBody(Do, effect))
  label(() => checkEffect(effect as Do, known, ''))
  return effect as Do
}

function label(check: () => void): void {
  try {
    check()
  } catch (error) {
    throw new Failure('badParameter', `in the header X-Sandbox-Fault ${(error as Error).message}`)
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('badParameter', `the header X-Sandbox-Fault is not valid JSON: ${shown(text)}`)
  }
}

function readPairs(text: string): object {
  const pairs = text
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair !== '')
  return Object.assign({}, ...pairs.map(readPair))
}

function readPair(pair: string): object {
  const [, name = '', value = ''] = /^(\w+)\s*=\s*(.+)$/.exec(pair) ?? []
  if (!names.includes(name))
    throw new Failure(
      'badParameter',
      `the header X-Sandbox-Fault must be such as "status=503; retry_after=1", not ${shown(pair)}${suggestion(name || pair, names)}; known names are ${names.join(', ')}`,
    )
  if (Object.hasOwn(nested, name)) return nested[name]!(value)
  if (numbers.includes(name)) return { [name]: numberOr(value) }
  return { [name]: lists.includes(name) ? value.split(',').map(field => field.trim()) : value }
}

/** Leaves other text to the schema, whose error names it. */
function numberOr(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}
