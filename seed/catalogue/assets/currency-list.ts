import type { Asset, PriceLaw } from './asset-list.ts'

type CurrencyRow = [code: string, name: string, perDollar: boolean, level: number, beta: number, volatility: number]

/** At the end of 2025: dollars per unit for some currencies, units per dollar for others. `beta` is relative to the dollar's path. */
const rows: CurrencyRow[] = [
  ['eur', 'Euro', false, 1.1745, 1, 0.025],
  ['gbp', 'Pound Sterling', false, 1.347, 0.95, 0.045],
  ['aud', 'Australian Dollar', false, 0.667, 1.1, 0.065],
  ['nzd', 'New Zealand Dollar', false, 0.576, 1.1, 0.065],
  ['jpy', 'Yen', true, 156.7, 0.8, 0.075],
  ['chf', 'Swiss Franc', true, 0.793, 0.95, 0.04],
  ['cad', 'Canadian Dollar', true, 1.372, 0.6, 0.035],
  ['sek', 'Swedish Krona', true, 9.21, 1.15, 0.05],
  ['nok', 'Norwegian Krone', true, 10.08, 1.15, 0.065],
  ['dkk', 'Danish Krone', true, 6.36, 1, 0.0251],
  ['pln', 'Zloty', true, 3.59, 1.2, 0.05],
  ['czk', 'Czech Koruna', true, 20.6, 1.1, 0.045],
  ['huf', 'Forint', true, 327, 1.25, 0.065],
  ['ron', 'Romanian Leu', true, 4.34, 1, 0.02],
  ['try', 'Turkish Lira', true, 42.95, 0.3, 0.11],
  ['zar', 'Rand', true, 16.57, 1, 0.12],
  ['brl', 'Brazilian Real', true, 5.5, 0.7, 0.13],
  ['mxn', 'Mexican Peso', true, 18, 0.6, 0.11],
  ['ars', 'Argentine Peso', true, 1_451, 0, 0.09],
  ['clp', 'Chilean Peso', true, 901, 0.7, 0.1],
  ['cop', 'Colombian Peso', true, 3_770, 0.6, 0.11],
  ['krw', 'Won', true, 1_440, 0.7, 0.06],
  ['inr', 'Indian Rupee', true, 89.9, 0.3, 0.025],
  ['idr', 'Rupiah', true, 16_690, 0.4, 0.05],
  ['thb', 'Baht', true, 31.5, 0.6, 0.05],
  ['sgd', 'Singapore Dollar', true, 1.285, 0.7, 0.02],
  ['hkd', 'Hong Kong Dollar', true, 7.78, 0, 0.004],
  ['cny', 'Yuan Renminbi', true, 6.99, 0.3, 0.02],
  ['twd', 'New Taiwan Dollar', true, 31.4, 0.5, 0.035],
  ['php', 'Philippine Peso', true, 58.8, 0.3, 0.035],
  ['aed', 'UAE Dirham', true, 3.6725, 0, 0.0004],
  ['ils', 'New Israeli Sheqel', true, 3.19, 0.6, 0.07],
  ['myr', 'Malaysian Ringgit', true, 4.06, 0.5, 0.045],
  ['vnd', 'Dong', true, 26_290, 0.1, 0.02],
  ['pkr', 'Pakistan Rupee', true, 280, 0.1, 0.04],
  ['bdt', 'Taka', true, 122.2, 0.1, 0.03],
  ['lkr', 'Sri Lanka Rupee', true, 309.5, 0.1, 0.05],
  ['kzt', 'Tenge', true, 506, 0.4, 0.08],
  ['uzs', 'Uzbekistan Sum', true, 12_030, 0.1, 0.03],
  ['uah', 'Hryvnia', true, 42.3, 0.2, 0.04],
  ['gel', 'Lari', true, 2.695, 0.4, 0.05],
  ['rub', 'Russian Ruble', true, 79, 0.3, 0.16],
  ['bgn', 'Bulgarian Lev', true, 1.665, 1, 0.0251],
  ['rsd', 'Serbian Dinar', true, 99.9, 1, 0.027],
  ['isk', 'Iceland Krona', true, 125.5, 0.8, 0.06],
  ['egp', 'Egyptian Pound', true, 47.6, 0.1, 0.06],
  ['ngn', 'Naira', true, 1_440, 0.1, 0.12],
  ['kes', 'Kenyan Shilling', true, 129, 0.1, 0.04],
  ['ghs', 'Ghana Cedi', true, 10.5, 0.2, 0.11],
  ['mad', 'Moroccan Dirham', true, 9.12, 0.7, 0.035],
  ['tnd', 'Tunisian Dinar', true, 2.9, 0.7, 0.035],
  ['sar', 'Saudi Riyal', true, 3.7525, 0, 0.0005],
  ['qar', 'Qatari Rial', true, 3.64, 0, 0.0005],
  ['kwd', 'Kuwaiti Dinar', true, 0.3075, 0.2, 0.008],
  ['bhd', 'Bahraini Dinar', true, 0.377, 0, 0.0005],
  ['jod', 'Jordanian Dinar', true, 0.709, 0, 0.0005],
  ['pen', 'Sol', true, 3.365, 0.5, 0.055],
  ['uyu', 'Peso Uruguayo', true, 39.1, 0.5, 0.07],
  ['dop', 'Dominican Peso', true, 63, 0.2, 0.03],
  ['crc', 'Costa Rican Colon', true, 499, 0.2, 0.05],
]

const dollar: Asset = {
  code: 'usd',
  name: 'US Dollar',
  assetClass: 'fiat',
  assetClasses: ['national-currency'],
  price: { law: 'constant', level: 1 },
  level: 1,
  popularity: 10,
}

function currency([code, name, perDollar, rate, beta, volatility]: CurrencyRow): Asset {
  const level = perDollar ? 1 / rate : rate
  const price: PriceLaw = { law: 'closes', level, beta, volatility }
  return { code, name, assetClass: 'fiat', assetClasses: ['national-currency'], price, level, popularity: 1 }
}

export const currencies: Asset[] = [dollar, ...rows.map(currency)]
