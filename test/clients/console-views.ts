import type { Browser, Page } from 'playwright-core'
import { type Opened, open } from './chromium.ts'

export interface View extends Opened {
  /** Requests to other servers. */
  foreign: string[]
}

/** Waits until the console has nothing left to load, however slow the machine is. */
export async function shown(page: Page): Promise<void> {
  await page.locator('#console[aria-busy=false] main > *').first().waitFor()
}

/** Opens a view of the console and waits for its data. */
export async function openView(browser: Browser, server: { url: string }, query = ''): Promise<View> {
  const opened = await open(browser, urlOf(server, query))
  await drawn(opened.page, query)
  return { ...opened, foreign: foreignTo(server, opened) }
}

/** Loads another view in a page, which takes half of the work of opening one, and waits for its data. */
export async function loadView(opened: Opened, server: { url: string }, query: string): Promise<View> {
  const { page, troubles, loaded } = opened
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  for (const earlier of [troubles, loaded]) earlier.length = 0
  await page.goto(urlOf(server, query))
  await drawn(page, query)
  return { ...opened, foreign: foreignTo(server, opened) }
}

function urlOf(server: { url: string }, query: string): string {
  return `${server.url}/console/${query}`
}

async function drawn(page: Page, query: string): Promise<void> {
  await shown(page)
  // The live journal is a stream, which no view waits for.
  if (query.includes('requests')) await page.getByText('requests, live').waitFor()
}

function foreignTo(server: { url: string }, { loaded }: Opened): string[] {
  return loaded.filter(url => !url.startsWith(server.url) && !url.startsWith('data:'))
}

/** In the order of the menu. */
export const families =
  'pool ticks lending events tvl state bitcoin audit supply chains ranking staking fx rate valuation chain funding basis surface liquidations index volatility exchange asset shortfall var'.split(
    ' ',
  )

/** Queries of all views by name. */
export const views: Record<string, string> = {
  market: '?view=market&instrument=cbse/spot/btc-usd',
  coverage: '?view=coverage',
  ...Object.fromEntries(families.map(family => [family, `?view=families&family=${family}`])),
  requests: '?view=requests',
  controls: '?view=controls',
  scenarios: '?view=scenarios',
}
