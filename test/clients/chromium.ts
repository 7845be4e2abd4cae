import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'

/** The headless shell shows a page in less than half the time. */
const installed = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map(name => `/usr/bin/${name}`)
  .find(existsSync)
if (installed === undefined)
  throw new Error('the pages are tested in Chromium: apt-get install chromium-headless-shell')

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: installed!, args: ['--no-sandbox'] })
}

export interface Opened {
  page: Page
  /** Errors of scripts and of the browser. */
  troubles: string[]
  /** URLs of all requests. */
  loaded: string[]
}

export interface Options {
  width?: number
  colorScheme?: 'dark' | 'light'
}

export async function open(browser: Browser, url: string, { width = 1440, ...options }: Options = {}): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, ...options })
  const troubles: string[] = []
  const loaded: string[] = []
  page.on('console', message => message.type() === 'error' && troubles.push(message.text()))
  page.on('pageerror', error => troubles.push(error.message))
  page.on('request', request => loaded.push(request.url()))
  await page.goto(url)
  return { page, troubles, loaded }
}

/** Width, color scheme, and whether axe runs, which takes a second. A new scheme takes a browser less work than a new width. */
const appearances = [
  [1440, 'light', false],
  [1440, 'dark', true],
  [390, 'dark', false],
  [390, 'light', true],
  [2560, 'light', false],
  [2560, 'dark', false],
] as const

const transitionsEnd =
  'Promise.allSettled(document.getAnimations().filter(one => one instanceof CSSTransition).map(one => one.finished))'

interface Violation {
  id: string
  impact: string
  nodes: { html: string }[]
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Swagger UI skips a level of headings, and has text outside its landmarks. */
const isKnown = ({ id, impact }: Violation) => impact === 'minor' || id === 'heading-order' || id === 'region'

/** Overflowing widths and accessibility faults of a page, at every width in both color schemes. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const faults: string[] = []
  for (const [width, colorScheme, isAudited] of appearances) {
    const isOther = width !== page.viewportSize()!.width
    if (isOther) await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    // Colors follow the scheme at the next frame, links of Swagger UI in transitions, charts follow the width later.
    if (isOther || isAudited) {
      await page.waitForTimeout(100)
      await page.evaluate(transitionsEnd)
    }
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    if (overflow > 0) faults.push(`${width} px: ${overflow} px too wide`)
    if (!isAudited) continue
    const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
      violations: Violation[]
    }
    for (const { id, nodes } of violations.filter(one => !isKnown(one)))
      faults.push(`${width} px, ${colorScheme}: ${id}: ${nodes[0]!.html.slice(0, 200)}`)
  }
  return faults
}
