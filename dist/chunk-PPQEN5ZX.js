import {
  DepthSum,
  levelsWithin
} from "./chunk-SEQW6DPZ.js";
import {
  BarFold,
  formatDecimal
} from "./chunk-NKN7XCB5.js";
import {
  profiles
} from "./chunk-6KS4K5AC.js";
import {
  identityOf
} from "./chunk-VEFTXEJH.js";
import {
  Store
} from "./chunk-C7GQFHZI.js";
import {
  day
} from "./chunk-BBDNGR24.js";

// seed/exchange-list.ts
var usual = { takerSide: "taker", idStyle: "number", fives: false, eastward: 0 };
function centralised(code, name, legacySlug, pairStyle, weight, digits, rest = {}) {
  return { ...usual, code, name, legacySlug, kind: "centralised", pairStyle, weight, digits, ...rest };
}
function decentralised(code, name, weight) {
  const fixed = { kind: "decentralised", pairStyle: "BTC-USD", digits: 9, legacySlug: code };
  return { ...usual, ...fixed, code, name, weight };
}
var exchanges = [
  centralised("cbse", "Coinbase", "cb", "BTC-USD", 1.13, 7),
  centralised("bnce", "Binance", "bn", "BTCUSD", 0.85, 7, { eastward: 3 }),
  centralised("krkn", "Kraken", "kk", "XXBTZUSD", 0.42, 6),
  centralised("bfnx", "Bitfinex", "bf", "tBTCUSD", 0.26, 5),
  centralised("stmp", "Bitstamp", "bs", "btcusd", 0.24, 5),
  centralised("gmni", "Gemini", "gm", "btcusd", 0.12, 7, { takerSide: "with_unknown" }),
  centralised("okex", "OKX", "ok", "BTC-USD", 0.5, 6, { eastward: 5 }),
  centralised("huob", "HTX", "hb", "btcusd", 0.2, 7, { takerSide: "inverted", eastward: 6 }),
  centralised("kcon", "KuCoin", "kc", "BTC-USD", 0.2, 6, { eastward: 5, idStyle: "hex" }),
  centralised("gate", "Gate.io", "gt", "BTC_USD", 0.17, 6, { eastward: 5 }),
  centralised("crco", "Crypto.com", "cc", "BTC_USD", 0.15, 7, { eastward: 2 }),
  centralised("upbt", "Upbit", "ub", "USD-BTC", 0.34, 6, { eastward: 8, fives: true }),
  centralised("bthb", "Bithumb", "bt", "BTC_USD", 0.14, 6, { takerSide: "always_false", eastward: 8 }),
  centralised("bfly", "bitFlyer", "bl", "BTC_USD", 0.14, 8, { eastward: 8 }),
  centralised("itbi", "itBit", "it", "XBTUSD", 0.07, 6, { takerSide: "null", fives: true }),
  centralised("lmax", "LMAX Digital", "lm", "BTC/USD", 0.09, 6, { idStyle: "hex", fives: true }),
  centralised("bbit", "Bybit Derivatives", "bybt", "BTCUSD", 0.45, 6, { eastward: 5, idStyle: "hex" }),
  centralised("binc", "Binance Derivatives", "bnf", "btcusd", 0.6, 6, { eastward: 3 }),
  centralised("drbt", "Deribit", "dr", "BTC-USD", 0.3, 6, { idStyle: "prefixed", fives: true }),
  centralised("btmx", "BitMEX", "bm", "XBTUSD", 0.15, 6, { idStyle: "hex", fives: true, takerSide: "taker" }),
  decentralised("usp2", "Uniswap V2", 0.3),
  decentralised("usp3", "Uniswap V3", 0.8),
  decentralised("sush", "SushiSwap", 0.15),
  decentralised("curv", "Curve", 0.3),
  decentralised("cur2", "Curve V2", 0.15),
  decentralised("bal2", "Balancer V2", 0.2),
  decentralised("quik", "QuickSwap", 0.15),
  decentralised("caml", "Camelot", 0.15),
  decentralised("orca", "Orca", 0.3),
  decentralised("rayd", "Raydium", 0.3)
];
var byCode = new Map(exchanges.map((exchange) => [exchange.code, exchange]));
function exchangeOf(code) {
  const exchange = byCode.get(code);
  if (!exchange) throw new Error(`no exchange ${code}`);
  return exchange;
}

// seed/listings.ts
var columns = [
  "id",
  "exchange_code",
  "class",
  "code",
  "base_asset",
  "quote_asset",
  "exchange_pair_code",
  "legacy_exchange_slug",
  "legacy_symbol",
  "blockchain",
  "amount_decimals",
  "price_decimals",
  "price_tick",
  "book_levels"
];
function writeListings(sink, world, range, now = range.to) {
  const known = new Map(sink.all("SELECT id, ended FROM instrument").map(([id, ended]) => [id, ended]));
  const trading = world.instruments(range);
  add(
    sink,
    world,
    trading.filter((one) => !known.has(one.id))
  );
  for (const { id, ended } of trading) {
    if (ended <= now && known.get(id) !== 1) sink.run("UPDATE instrument SET ended = 1 WHERE id = ?", id);
  }
}
function add(sink, world, listed) {
  const instruments = sink.appender("instrument", columns);
  const held = sink.appender("instrument_pool", ["instrument", "pool"]);
  for (const one of listed) instruments.add(...row(one), world.books.levels(one));
  instruments.flush();
  for (const { id, pools: pools2 } of listed) for (const pool2 of pools2) held.add(id, pool2);
  held.flush();
}
function row(one) {
  const { id, exchange, base, quote, pairCode: pairCode2, legacySymbol, blockchain } = one;
  const names = [pairCode2, exchangeOf(exchange).legacySlug, legacySymbol, blockchain];
  return [id, exchange, one.class, one.code, base, quote, ...names, one.amountDecimals, one.priceDecimals, one.tick];
}

// seed/addresses.ts
import { createRequire } from "node:module";

// seed/hash.ts
function mix(bits) {
  let x = bits;
  x = Math.imul(x ^ x >>> 16, 569420461);
  x = Math.imul(x ^ x >>> 15, 1935289751);
  return x ^ x >>> 15;
}
function draw(key, counter) {
  return mix(key + Math.imul(counter, 2654435769) | 0);
}
function keyOf(...path) {
  let hash = 2166136261;
  const text = path.join("/");
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return mix(hash);
}
function unit(bits) {
  return (bits >>> 0) * 23283064365386963e-26;
}
function normal(bits) {
  return ((bits & 255) + (bits >>> 8 & 255) + (bits >>> 16 & 255) + (bits >>> 24) - 510) * (1 / 147.8);
}
var Stream = class {
  #state;
  constructor(key) {
    this.#state = key | 0;
  }
  bits() {
    this.#state = this.#state + 2654435769 | 0;
    return mix(this.#state);
  }
  /** From 0 inclusive to 1 exclusive. */
  unit() {
    return unit(this.bits());
  }
  normal() {
    return normal(this.bits());
  }
};

// seed/addresses.ts
var base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
var Addresses = class {
  #seed;
  #faker;
  constructor(seed) {
    this.#seed = seed;
    this.#faker = createRequire(import.meta.url)("@faker-js/faker/locale/en").faker;
  }
  /** @param prefix hexadecimal digits that it begins with, where the chain writes those. */
  of(chain, name, prefix = "") {
    const { string } = this.#faker;
    this.#faker.seed(keyOf(this.#seed, "address", chain, name) >>> 0);
    if (chain === "solana") return string.fromCharacters(base58, 44);
    return `0x${prefix}${string.hexadecimal({ length: 40 - prefix.length, casing: "lower", prefix: "" })}`;
  }
};

// seed/asset-list.ts
var cryptoRows = [
  ["btc", "Bitcoin", 95e3, 1, 0.18, 100, "layer-1,proof-of-work"],
  ["eth", "Ether", 3400, 1.2, 0.35, 48, "layer-1,smart-contract"],
  ["sol", "Solana", 185, 1.35, 0.55, 22, "layer-1,smart-contract"],
  ["xrp", "XRP", 2.2, 1.05, 0.6, 20, "layer-1,payments"],
  ["doge", "Dogecoin", 0.24, 1.35, 0.65, 12, "layer-1,meme"],
  ["bnb", "BNB", 680, 0.9, 0.35, 9, "layer-1,exchange-token"],
  ["ada", "Cardano", 0.72, 1.25, 0.55, 8, "layer-1,smart-contract"],
  ["ltc", "Litecoin", 108, 1.05, 0.45, 7, "layer-1,proof-of-work"],
  ["link", "Chainlink", 17.5, 1.3, 0.5, 7, "oracle"],
  ["avax", "Avalanche", 26, 1.35, 0.55, 6, "layer-1,smart-contract"],
  ["sui", "Sui", 3.1, 1.35, 0.7, 6, "layer-1,smart-contract"],
  ["trx", "TRON", 0.28, 0.7, 0.35, 5, "layer-1,smart-contract"],
  ["dot", "Polkadot", 4.6, 1.3, 0.5, 4.5, "layer-1,smart-contract"],
  ["bch", "Bitcoin Cash", 470, 1.1, 0.5, 4, "layer-1,proof-of-work"],
  ["pol", "Polygon", 0.31, 1.3, 0.6, 4, "layer-2,smart-contract"],
  ["uni", "Uniswap", 8.9, 1.3, 0.6, 4, "defi,governance"],
  ["aave", "Aave", 265, 1.3, 0.6, 4, "defi,lending,governance"],
  ["xlm", "Stellar", 0.33, 1.1, 0.6, 3.5, "layer-1,payments"],
  ["near", "NEAR Protocol", 3.2, 1.35, 0.6, 3, "layer-1,smart-contract"],
  ["atom", "Cosmos", 5.1, 1.25, 0.5, 3, "layer-1"],
  ["arb", "Arbitrum", 0.44, 1.35, 0.65, 3, "layer-2,governance"],
  ["op", "Optimism", 0.78, 1.35, 0.65, 2.5, "layer-2,governance"],
  ["apt", "Aptos", 5.3, 1.35, 0.6, 2.5, "layer-1,smart-contract"],
  ["etc", "Ethereum Classic", 20.5, 1.15, 0.5, 2, "layer-1,proof-of-work"],
  ["fil", "Filecoin", 2.9, 1.25, 0.6, 2, "storage"],
  ["xtz", "Tezos", 0.74, 1.15, 0.5, 1.5, "layer-1,smart-contract"],
  ["algo", "Algorand", 0.23, 1.2, 0.6, 1.5, "layer-1,smart-contract"],
  ["ldo", "Lido DAO", 1.05, 1.4, 0.7, 1.8, "defi,governance"],
  ["crv", "Curve DAO", 0.71, 1.35, 0.8, 1.8, "defi,governance"],
  ["mkr", "Maker", 1720, 1.1, 0.55, 1.5, "defi,governance"],
  ["comp", "Compound", 46, 1.25, 0.6, 1.2, "defi,lending,governance"],
  ["snx", "Synthetix", 0.68, 1.35, 0.75, 1, "defi,governance"],
  ["sushi", "SushiSwap", 0.72, 1.4, 0.75, 0.8, "defi,governance"],
  ["bal", "Balancer", 1.15, 1.25, 0.65, 0.7, "defi,governance"],
  ["cake", "PancakeSwap", 2.4, 1.2, 0.6, 0.8, "defi,governance"],
  ["gmx", "GMX", 15.8, 1.3, 0.65, 0.7, "defi,governance"],
  ["quick", "QuickSwap", 0.025, 1.3, 0.75, 0.4, "defi,governance"],
  ["orca", "Orca", 2.3, 1.35, 0.8, 0.6, "defi,governance"],
  ["ray", "Raydium", 2.7, 1.4, 0.8, 0.8, "defi,governance"],
  ["cc", "Canton Coin", 0.15, 0.9, 0.7, 0.6, "layer-1,institutional"]
];
var passingCoinRows = [
  ["pepe", "Pepe", 118e-7],
  ["shib", "Shiba Inu", 132e-7],
  ["floki", "Floki", 92e-6],
  ["bonk", "Bonk", 225e-7],
  ["wif", "dogwifhat", 0.92],
  ["gala", "Gala", 0.0172],
  ["chz", "Chiliz", 0.041],
  ["enj", "Enjin Coin", 0.073],
  ["bat", "Basic Attention Token", 0.15],
  ["zrx", "0x", 0.25],
  ["knc", "Kyber Network", 0.36],
  ["storj", "Storj", 0.27],
  ["grt", "The Graph", 0.094],
  ["ankr", "Ankr", 0.0155],
  ["celr", "Celer Network", 83e-4],
  ["skl", "SKALE", 0.0245],
  ["mask", "Mask Network", 1.28],
  ["imx", "Immutable", 0.55],
  ["axs", "Axie Infinity", 2.4],
  ["mana", "Decentraland", 0.29],
  ["sand", "The Sandbox", 0.27],
  ["ape", "ApeCoin", 0.61],
  ["band", "Band Protocol", 0.66],
  ["lrc", "Loopring", 0.095]
].map(([code, name, level], rank2) => [code, name, level, 1.35, 0.8, 2.4 / (1 + rank2 * 0.15), "meme-or-utility"]);
function crypto([code, name, level, beta, volatility, popularity, classes]) {
  const price = { law: "crypto", level, beta, volatility };
  return { code, name, assetClass: "cryptocurrency", assetClasses: classes.split(","), price, level, popularity };
}
var cryptoAssets = cryptoRows.map(crypto);
var passingCoins = passingCoinRows.map(crypto);

// seed/currency-list.ts
var rows = [
  ["eur", "Euro", false, 1.09, 1, 0.025],
  ["gbp", "Pound Sterling", false, 1.28, 0.95, 0.045],
  ["aud", "Australian Dollar", false, 0.652, 1.1, 0.065],
  ["nzd", "New Zealand Dollar", false, 0.594, 1.1, 0.065],
  ["jpy", "Yen", true, 150.5, 0.8, 0.075],
  ["chf", "Swiss Franc", true, 0.883, 0.95, 0.04],
  ["cad", "Canadian Dollar", true, 1.382, 0.6, 0.035],
  ["sek", "Swedish Krona", true, 10.4, 1.15, 0.05],
  ["nok", "Norwegian Krone", true, 10.7, 1.15, 0.065],
  ["dkk", "Danish Krone", true, 6.84, 1, 0.0251],
  ["pln", "Zloty", true, 3.93, 1.2, 0.05],
  ["czk", "Czech Koruna", true, 23.2, 1.1, 0.045],
  ["huf", "Forint", true, 362, 1.25, 0.065],
  ["ron", "Romanian Leu", true, 4.56, 1, 0.02],
  ["try", "Turkish Lira", true, 35.2, 0.3, 0.11],
  ["zar", "Rand", true, 18.2, 1, 0.12],
  ["brl", "Brazilian Real", true, 5.72, 0.7, 0.13],
  ["mxn", "Mexican Peso", true, 20.1, 0.6, 0.11],
  ["ars", "Argentine Peso", true, 1120, 0, 0.09],
  ["clp", "Chilean Peso", true, 952, 0.7, 0.1],
  ["cop", "Colombian Peso", true, 4180, 0.6, 0.11],
  ["krw", "Won", true, 1420, 0.7, 0.06],
  ["inr", "Indian Rupee", true, 85.1, 0.3, 0.025],
  ["idr", "Rupiah", true, 16150, 0.4, 0.05],
  ["thb", "Baht", true, 34.2, 0.6, 0.05],
  ["sgd", "Singapore Dollar", true, 1.337, 0.7, 0.02],
  ["hkd", "Hong Kong Dollar", true, 7.79, 0, 4e-3],
  ["cny", "Yuan Renminbi", true, 7.24, 0.3, 0.02],
  ["twd", "New Taiwan Dollar", true, 32.4, 0.5, 0.035],
  ["php", "Philippine Peso", true, 58.2, 0.3, 0.035],
  ["aed", "UAE Dirham", true, 3.6725, 0, 4e-4],
  ["ils", "New Israeli Sheqel", true, 3.63, 0.6, 0.07]
];
var dollar = {
  code: "usd",
  name: "US Dollar",
  assetClass: "fiat",
  assetClasses: ["national-currency"],
  price: { law: "constant", level: 1 },
  level: 1,
  popularity: 10
};
function currency([code, name, perDollar, rate, beta, volatility]) {
  const level = perDollar ? 1 / rate : rate;
  const price = { law: "closes", level, beta, volatility };
  return { code, name, assetClass: "fiat", assetClasses: ["national-currency"], price, level, popularity: 1 };
}
var currencies = [dollar, ...rows.map(currency)];

// seed/following-assets.ts
var bp = 1e-4;
var stablecoinRows = [
  ["usdt", "Tether", { law: "peg", to: "usd", band: 2.5 * bp }, 1, 24, "usd-pegged,fiat-backed"],
  ["usdc", "USD Coin", { law: "peg", to: "usd", band: 0.6 * bp }, 1, 16, "usd-pegged,fiat-backed"],
  ["dai", "Dai", { law: "peg", to: "usd", band: 3 * bp }, 1, 3, "usd-pegged,crypto-backed"],
  ["fdusd", "First Digital USD", { law: "peg", to: "usd", band: 4 * bp }, 1, 2, "usd-pegged,fiat-backed"],
  ["pyusd", "PayPal USD", { law: "peg", to: "usd", band: 2 * bp }, 1, 1.2, "usd-pegged,fiat-backed"],
  ["tusd", "TrueUSD", { law: "peg", to: "usd", band: 7 * bp }, 1, 0.8, "usd-pegged,fiat-backed"],
  ["usdp", "Pax Dollar", { law: "peg", to: "usd", band: 3 * bp }, 1, 0.5, "usd-pegged,fiat-backed"],
  ["gusd", "Gemini Dollar", { law: "peg", to: "usd", band: 4 * bp }, 1, 0.4, "usd-pegged,fiat-backed"],
  ["frax", "Frax", { law: "peg", to: "usd", band: 8 * bp }, 1, 0.5, "usd-pegged,crypto-backed"],
  ["lusd", "Liquity USD", { law: "peg", to: "usd", band: 9 * bp }, 1, 0.3, "usd-pegged,crypto-backed"],
  ["crvusd", "Curve USD", { law: "peg", to: "usd", band: 6 * bp }, 1, 0.5, "usd-pegged,crypto-backed"],
  ["eurc", "Euro Coin", { law: "peg", to: "eur", band: 4 * bp }, 1.1, 0.8, "eur-pegged,fiat-backed"]
];
var wrappedRows = [
  ["wbtc", "Wrapped Bitcoin", { law: "peg", to: "btc", band: 4 * bp }, 95e3, 15, "wrapped"],
  ["weth", "Wrapped Ether", { law: "peg", to: "eth", band: 0.3 * bp }, 3400, 45, "wrapped"],
  ["wsol", "Wrapped SOL", { law: "peg", to: "sol", band: 0.3 * bp }, 185, 30, "wrapped"],
  ["wpol", "Wrapped POL", { law: "peg", to: "pol", band: 0.5 * bp }, 0.31, 1, "wrapped"]
];
var liquidStakingRows = [
  ["steth", "Lido Staked Ether", { law: "peg", to: "eth", band: 5 * bp }, 3400, 2.5, "wrapped-yield,rebasing"],
  ["wsteth", "Wrapped stETH", { law: "accrues", to: "eth", band: 5 * bp, rate: 0.037 }, 3900, 2.5, "wrapped-yield"],
  ["reth", "Rocket Pool ETH", { law: "accrues", to: "eth", band: 9 * bp, rate: 0.032 }, 3840, 1.2, "wrapped-yield"],
  [
    "cbeth",
    "Coinbase Wrapped Staked ETH",
    { law: "accrues", to: "eth", band: 8 * bp, rate: 0.028 },
    3780,
    1,
    "wrapped-yield"
  ],
  ["msol", "Marinade Staked SOL", { law: "accrues", to: "sol", band: 9 * bp, rate: 0.07 }, 236, 0.8, "wrapped-yield"],
  ["jitosol", "Jito Staked SOL", { law: "accrues", to: "sol", band: 8 * bp, rate: 0.068 }, 235, 1, "wrapped-yield"]
];
var commodityRows = [
  ["xau", "Gold (troy ounce)", { law: "closes", level: 2650, beta: 0.4, volatility: 0.145 }, 2650, 0, "metal"],
  ["xag", "Silver (troy ounce)", { law: "closes", level: 31, beta: 0.6, volatility: 0.26 }, 31, 0, "metal"],
  ["paxg", "PAX Gold", { law: "peg", to: "xau", band: 9 * bp }, 2650, 1.5, "gold-backed"],
  ["xaut", "Tether Gold", { law: "peg", to: "xau", band: 11 * bp }, 2650, 0.9, "gold-backed"]
];
var leveragedRows = [
  ["btc3l", "BTC 3x Long", leveraged("btc", 8, 95e3, 3), 8, 0.9, "long"],
  ["btc3s", "BTC 3x Short", leveraged("btc", 2.4, 95e3, -3), 2.4, 0.7, "short"],
  ["eth3l", "ETH 3x Long", leveraged("eth", 5, 3400, 3), 5, 0.7, "long"],
  ["eth3s", "ETH 3x Short", leveraged("eth", 3.1, 3400, -3), 3.1, 0.5, "short"]
];
function leveraged(to, level, reference, factor) {
  return { law: "leveraged", to, level, reference, factor };
}
function assets(assetClass, rows2) {
  return rows2.map(([code, name, price, level, popularity, classes]) => {
    return { code, name, assetClass, assetClasses: classes.split(","), price, level, popularity };
  });
}
var followingAssets = [
  ...assets("stablecoin", stablecoinRows),
  ...assets("cryptocurrency", wrappedRows),
  ...assets("liquid-staking", liquidStakingRows),
  ...assets("commodity", commodityRows),
  ...assets("leveraged-token", leveragedRows)
];

// seed/asset-catalogue.ts
var assets2 = [...cryptoAssets, ...passingCoins, ...followingAssets, ...currencies];
var byCode2 = new Map(assets2.map((asset, position) => [asset.code, { asset, position }]));
function assetOf(code) {
  return entry(code).asset;
}
function assetPosition(code) {
  return entry(code).position;
}
function entry(code) {
  const found = byCode2.get(code);
  if (!found) throw new Error(`no asset ${code}`);
  return found;
}

// seed/time.ts
var second = 1e3;
var minute = 6e4;
var hour = 36e5;
var day2 = 864e5;
var year = 365.25 * day2;

// seed/blocks.ts
var start2024 = 17040672e5;
var clocks = {
  // Slots of 12 s since the merge; one in two hundred is missed.
  ethereum: { law: "slots", number: 15537394, start: 1663224179e3, count: 199, span: 200 * 12 * second },
  polygon: { law: "steady", number: 518e5, start: start2024, count: 1, span: 2150 },
  arbitrum: { law: "steady", number: 165788e3, start: start2024, count: 1, span: 250 },
  solana: { law: "steady", number: 239e6, start: start2024, count: 1, span: 400 },
  // Mining is memoryless: sixteen blocks anywhere in sixteen times ten minutes.
  bitcoin: { law: "random", number: 823786, start: start2024, count: 16, span: 16 * 600 * second },
  // Rounds of ten minutes.
  canton: { law: "steady", number: 900, start: 1719792e6, count: 1, span: 600 * second }
};
var chains = Object.keys(clocks);
function confirmations(chain) {
  return { ethereum: 12, bitcoin: 6 }[chain] ?? 32;
}
function confirmationTime(chain) {
  const { count, span, law } = clockOf(chain);
  const blocks = confirmations(chain);
  if (law === "slots") return (blocks + 2) * (span / (count + 1));
  return (Math.ceil(blocks / count) + 1) * span + second;
}
var Blocks = class {
  #seed;
  #keys = /* @__PURE__ */ new Map();
  constructor(seed) {
    this.#seed = seed;
  }
  /** When a block was made. Fast chains make several in one second. */
  time(chain, number) {
    const clock = clockOf(chain);
    const group = Math.floor((number - clock.number) / clock.count);
    const index = number - clock.number - group * clock.count;
    return Math.floor(this.#timeWithin(chain, clock, group, index) / second) * second;
  }
  /** The last block made at or before `time`. */
  number(chain, time) {
    const clock = clockOf(chain);
    const group = Math.floor((time - clock.start) / clock.span);
    let number = clock.number + group * clock.count + Math.floor(((time - clock.start) / clock.span - group) * clock.count);
    while (this.time(chain, number) > time) number--;
    while (this.time(chain, number + 1) <= time) number++;
    return number;
  }
  #timeWithin(chain, clock, group, index) {
    const start = clock.start + group * clock.span;
    const key = this.#key(chain);
    if (clock.law === "steady") return start + clock.span * 0.8 * unit(draw(key, group));
    if (clock.law === "slots") return start + slot(key, group, index, clock.count) * (clock.span / (clock.count + 1));
    return start + clock.span * sortedUnits(key, group, clock.count)[index];
  }
  #key(chain) {
    const known = this.#keys.get(chain);
    if (known !== void 0) return known;
    const key = keyOf(this.#seed, "blocks", chain);
    this.#keys.set(chain, key);
    return key;
  }
};
function clockOf(chain) {
  const clock = clocks[chain];
  if (!clock) throw new Error(`no chain ${chain}`);
  return clock;
}
function slot(key, group, index, count) {
  const missed = Math.floor(unit(draw(key, group)) * (count + 1));
  return index < missed ? index : index + 1;
}
function sortedUnits(key, group, count) {
  return Float64Array.from({ length: count }, (_, i) => unit(draw(key, group * count + i))).sort();
}

// seed/pool-list.ts
var tickSpacings = { 1: 1, 2: 2, 4: 4, 5: 10, 30: 60, 100: 200 };
var table = [
  [
    "usp3 ethereum concentrated",
    [
      "weth-usdc 5 160",
      "weth-usdc 30 60",
      "weth-usdt 30 70",
      "weth-usdt 5 40",
      "wbtc-weth 30 90",
      "wbtc-usdc 30 40",
      "wbtc-usdt 30 20",
      "weth-dai 30 12",
      "link-weth 30 10",
      "uni-weth 30 8",
      "aave-weth 30 6",
      "mkr-weth 30 5",
      "ldo-weth 30 3",
      "crv-weth 100 1.5",
      "wsteth-weth 1 900",
      "reth-weth 5 200",
      "cbeth-weth 5 120",
      "usdc-usdt 1 4000",
      "dai-usdc 1 2000",
      "paxg-usdc 30 4"
    ]
  ],
  ["usp3 arbitrum concentrated", ["arb-weth 5 6", "arb-usdc 5 4", "gmx-weth 30 2"]],
  ["usp3 polygon concentrated", ["wpol-usdc 5 3", "wpol-weth 30 2.5"]],
  [
    "usp2 ethereum constant_product",
    [
      "weth-usdc 30 18",
      "weth-usdt 30 16",
      "weth-dai 30 5",
      "wbtc-weth 30 6",
      "uni-weth 30 2",
      "link-weth 30 2",
      "paxg-weth 30 1.5"
    ]
  ],
  [
    "sush ethereum constant_product",
    ["sushi-weth 30 2", "weth-usdc 30 5", "wbtc-weth 30 4", "weth-usdt 30 4", "weth-dai 30 2"]
  ],
  [
    "curv ethereum stable",
    [
      "dai-usdc-usdt 4 3000",
      "steth-weth 4 1200",
      "frax-usdc 4 800",
      "lusd-usdc 4 300",
      "pyusd-usdc 2 500",
      "crvusd-usdt 1 400"
    ]
  ],
  ["cur2 ethereum stable", ["wbtc-weth-usdt 30 30", "crv-weth 40 4", "cbeth-weth 4 60", "eurc-usdc 5 40"]],
  [
    "bal2 ethereum weighted",
    [
      "bal-weth 100 8 80/20",
      "aave-weth 30 6 80/20",
      "wbtc-weth 25 5 50/50",
      "ldo-wsteth 30 2 50/50",
      "link-uni-aave-crv-comp-snx-wbtc-weth 50 3 12.5/12.5/12.5/12.5/12.5/12.5/12.5/12.5",
      "wbtc-weth-dai-usdc 30 4 25/25/25/25"
    ]
  ],
  ["bal2 ethereum stable", ["reth-weth 4 260", "wsteth-weth 1 300"]],
  [
    "quik polygon constant_product",
    ["quick-wpol 30 0.6", "wpol-usdc 30 2", "wpol-usdt 30 1.5", "weth-usdc 30 3", "wbtc-weth 30 2"]
  ],
  ["caml arbitrum concentrated", ["arb-weth 30 2", "weth-usdc 5 8", "gmx-weth 30 1"]],
  ["orca solana concentrated", ["wsol-usdc 4 40", "orca-usdc 30 1", "msol-wsol 1 80", "jitosol-wsol 1 90"]],
  ["rayd solana constant_product", ["wsol-usdc 25 15", "ray-usdc 25 4", "ray-wsol 25 3", "wsol-usdt 25 6"]],
  ["aav1 ethereum vault", ["weth 0 0", "usdc 0 0", "dai 0 0"]],
  ["aav2 ethereum vault", ["weth 0 0", "usdc 0 0", "usdt 0 0", "dai 0 0", "wbtc 0 0"]],
  ["aav3 ethereum vault", ["weth 0 0", "wsteth 0 0", "usdc 0 0", "usdt 0 0", "wbtc 0 0"]],
  ["aav3 arbitrum vault", ["weth 0 0", "usdc 0 0", "arb 0 0"]],
  ["aav3 polygon vault", ["wpol 0 0", "usdc 0 0"]],
  ["cmpd ethereum vault", ["weth 0 0", "usdc 0 0", "dai 0 0", "uni 0 0"]],
  ["crem ethereum vault", ["weth 0 0", "usdc 0 0", "crv 0 0"]]
];
var pools = table.flatMap(([group, rows2]) => rows2.map((row2) => `${group} ${row2}`)).map((line, place) => pool(place + 1, line.split(" ")));
function pool(id, fields) {
  const [protocol = "", blockchain = "", type = "", tokens2 = "", fee = "", depth = "", weights] = fields;
  return {
    id,
    blockchain,
    protocol,
    type,
    tokens: tokens2.split("-"),
    fee: Number(fee) / 1e4,
    tickSpacing: type === "concentrated" ? tickSpacings[Number(fee)] ?? null : null,
    weights: weights ? weights.split("/").map((percent) => Number(percent) / 100) : null,
    depth: Number(depth) * 1e5
  };
}
var protocols = [
  { code: "usp2", name: "Uniswap V2" },
  { code: "usp3", name: "Uniswap V3" },
  { code: "sush", name: "SushiSwap" },
  { code: "curv", name: "Curve" },
  { code: "cur2", name: "Curve V2" },
  { code: "bal2", name: "Balancer V2" },
  { code: "quik", name: "QuickSwap" },
  { code: "caml", name: "Camelot" },
  { code: "orca", name: "Orca" },
  { code: "rayd", name: "Raydium" },
  { code: "aav1", name: "Aave V1" },
  { code: "aav2", name: "Aave V2" },
  { code: "aav3", name: "Aave V3" },
  { code: "cmpd", name: "Compound" },
  { code: "crem", name: "C.R.E.A.M." }
];

// seed/portable-math.ts
var ln2 = Math.LN2;
var ln2High = 0.6931471803691238;
var ln2Low = 19082149292705877e-26;
function powerOfTwo(n) {
  let power = 1;
  let base = n < 0 ? 0.5 : 2;
  for (let left = Math.abs(n); left > 0; left >>= 1) {
    if (left & 1) power *= base;
    base *= base;
  }
  return power;
}
function exp(x) {
  const n = Math.round(x * Math.LOG2E);
  const r = x - n * ln2High - n * ln2Low;
  const tail = 1 / 720 + r * (1 / 5040 + r * (1 / 40320 + r * (1 / 362880 + r * (1 / 3628800 + r * (1 / 39916800)))));
  const series2 = 1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * tail)))));
  return n === 0 ? series2 : series2 * powerOfTwo(n);
}
function expNearZero(x) {
  if (x > 0.05 || x < -0.05) return exp(x);
  return 1 + x * (1 + x * (1 / 2 + x * (1 / 6 + x * (1 / 24 + x * (1 / 120 + x * (1 / 720 + x * (1 / 5040)))))));
}
function log(x) {
  let exponent = 0;
  let m = x;
  for (; m > Math.SQRT2; exponent++) m *= 0.5;
  for (; m < Math.SQRT1_2; exponent--) m *= 2;
  const s = (m - 1) / (m + 1);
  const z = s * s;
  let sum = 0;
  for (let k = 21; k >= 1; k -= 2) sum = sum * z + 1 / k;
  return exponent * ln2 + 2 * s * sum;
}
function normalCdf(x) {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = 0.3989422804014327 * exp(-0.5 * x * x) * poly;
  return x < 0 ? tail : 1 - tail;
}
function powerOfTen(n) {
  return Number(`1e${n}`);
}
function magnitude(x) {
  let n = 0;
  while (powerOfTen(n + 1) <= x) n++;
  while (powerOfTen(n) > x) n--;
  return n;
}

// seed/log-path.ts
var slowOctaves = [1, 4, 16, 64, 256, 1024, 4096];
var fastOctaves = [1, 5, 20];
var nodeShare = 0.63;
var volatilityByHour = [
  0.98,
  0.95,
  0.92,
  0.86,
  0.82,
  0.8,
  0.82,
  0.9,
  0.98,
  1,
  0.98,
  0.96,
  1.05,
  1.25,
  1.4,
  1.38,
  1.25,
  1.15,
  1.08,
  1.08,
  1.06,
  0.96,
  0.88,
  0.86
];
function noise(key, span, time) {
  const cell = Math.floor(time / span);
  const a = normal(draw(key, cell));
  const share = time / span - cell;
  return share === 0 ? a : a + (normal(draw(key, cell + 1)) - a) * share;
}
var Regime = class {
  #key;
  #hours;
  #values;
  /** @param pathKey of the path whose volatility it is. @param remembered how many hours: a power of two. */
  constructor(pathKey, remembered2 = 4) {
    this.#key = pathKey ^ 1540483477;
    this.#hours = new Float64Array(remembered2).fill(Number.NaN);
    this.#values = new Float64Array(remembered2);
  }
  at(hour2) {
    const place = hour2 & this.#hours.length - 1;
    if (hour2 !== this.#hours[place]) {
      this.#hours[place] = hour2;
      this.#values[place] = this.#compute(hour2);
    }
    return this.#values[place];
  }
  #compute(hour2) {
    const x = 0.3 * noise(this.#key, 6, hour2) + 0.35 * noise(this.#key + 1, 40, hour2) + 0.3 * noise(this.#key + 2, 260, hour2);
    return exp(x - 0.2);
  }
};
var LogPath = class {
  #regime;
  #key;
  #sigma;
  #cells = slowOctaves.map(() => Number.NaN);
  #left = slowOctaves.map(() => 0);
  #right = slowOctaves.map(() => 0);
  #five = new Float64Array(13);
  #twenty = new Float64Array(4);
  #edgeHour = Number.NaN;
  #edge = 0;
  /** @param volatility annual; @param minutesPerYear of trading. */
  constructor(key, volatility, minutesPerYear = 525960) {
    this.#key = key;
    this.#sigma = volatility / Math.sqrt(minutesPerYear) * nodeShare;
    this.#regime = new Regime(key);
  }
  /** At the hour's 61 minute marks, both ends included. */
  hour(hour2) {
    const start = this.#edgeAt(hour2);
    const end = this.#edgeAt(hour2 + 1);
    const out = new Float64Array(61);
    this.#fastNodes(1, hour2, this.#five);
    this.#fastNodes(2, hour2, this.#twenty);
    const loudness = this.#loudness(hour2);
    for (let n = 0; n < 12; n++) this.#fiveMinutes(n, start, (end - start) / 60, hour2 * 60, loudness, out);
    const last = normal(draw(this.#key, hour2 * 60 + 60)) * this.#loudness(hour2 + 1);
    out[60] = end + this.#twenty[3] + this.#five[12] + last;
    return out;
  }
  /** At the hour's first mark alone: what `hour` has there, to the bit, for a fraction of the work. */
  opening(hour2) {
    const loudness = this.#loudness(hour2);
    const fast = (octave, nodes) => normal(draw(this.#key + octave, hour2 * nodes)) * (loudness * Math.sqrt(fastOctaves[octave]));
    return this.#edgeAt(hour2) + fast(2, 3) + fast(1, 12) + normal(draw(this.#key, hour2 * 60)) * loudness;
  }
  #fiveMinutes(n, edge, slope, first, loudness, out) {
    const five = this.#five[n];
    const twenty = this.#twenty[n >> 2];
    const twentySlope = (this.#twenty[(n >> 2) + 1] - twenty) / 20;
    const start = edge + slope * (n * 5) + twenty + twentySlope * ((n & 3) * 5) + five;
    const step = slope + twentySlope + (this.#five[n + 1] - five) / 5;
    for (let i = 0; i < 5; i++)
      out[n * 5 + i] = start + step * i + normal(draw(this.#key, first + n * 5 + i)) * loudness;
  }
  #loudness(hour2) {
    return this.#sigma * this.#regime.at(hour2) * volatilityByHour[(hour2 % 24 + 24) % 24];
  }
  /** A node that stands on the hour's end belongs to the next hour and has that hour's loudness. */
  #fastNodes(octave, hour2, nodes) {
    const root = Math.sqrt(fastOctaves[octave]);
    const loudness = this.#loudness(hour2) * root;
    const last = nodes.length - 1;
    for (let n = 0; n < last; n++) nodes[n] = normal(draw(this.#key + octave, hour2 * last + n)) * loudness;
    nodes[last] = normal(draw(this.#key + octave, hour2 * last + last)) * this.#loudness(hour2 + 1) * root;
  }
  #edgeAt(hour2) {
    if (hour2 !== this.#edgeHour) {
      this.#edge = this.#slowSum(hour2);
      this.#edgeHour = hour2;
    }
    return this.#edge;
  }
  #slowSum(hour2) {
    let sum = 0;
    for (let k = 0; k < slowOctaves.length; k++) {
      const span = slowOctaves[k];
      const cell = Math.floor(hour2 / span);
      if (cell !== this.#cells[k]) this.#enter(k, cell);
      const left = this.#left[k];
      const within = hour2 - cell * span;
      sum += within === 0 ? left : left + (this.#rightOf(k, cell) - left) * (within / span);
    }
    return sum;
  }
  #enter(octave, cell) {
    const followed = cell - 1 === this.#cells[octave] && !Number.isNaN(this.#right[octave]);
    this.#left[octave] = followed ? this.#right[octave] : this.#slowNode(octave, cell);
    this.#right[octave] = Number.NaN;
    this.#cells[octave] = cell;
  }
  /** A cell's far node, found when it is first needed: where only one hour of a day is asked for, most never are. */
  #rightOf(octave, cell) {
    if (Number.isNaN(this.#right[octave])) this.#right[octave] = this.#slowNode(octave, cell + 1);
    return this.#right[octave];
  }
  #slowNode(octave, index) {
    const span = slowOctaves[octave];
    const deviation2 = this.#sigma * Math.sqrt(span * 60) * this.#regime.at(index * span);
    return normal(draw(this.#key + 8 + octave, index)) * deviation2;
  }
};

// seed/token-supplies.ts
var elastic = {
  ethereum: {
    weth: 27e5,
    usdc: 34e9,
    usdt: 68e9,
    wbtc: 128e3,
    dai: 36e8,
    wsteth: 37e5,
    steth: 94e5,
    reth: 41e4,
    cbeth: 15e4,
    paxg: 23e4,
    frax: 35e7,
    lusd: 55e6,
    pyusd: 62e7,
    crvusd: 11e7,
    eurc: 95e6
  },
  arbitrum: { weth: 24e4, usdc: 31e8 },
  polygon: { wpol: 19e7, usdc: 75e7, usdt: 8e8, weth: 11e4, wbtc: 3200 },
  solana: { wsol: 14e6, usdc: 86e8, usdt: 22e8, msol: 46e5, jitosol: 138e5 }
};
var capped = {
  ethereum: {
    link: 1e9,
    uni: 1e9,
    aave: 16e6,
    mkr: 87e4,
    ldo: 1e9,
    crv: 22e8,
    comp: 1e7,
    snx: 33e7,
    sushi: 29e7,
    bal: 66e6
  },
  arbitrum: { arb: 1e10, gmx: 102e5 },
  polygon: { quick: 95e7 },
  solana: { orca: 1e8, ray: 555e6 }
};
var tokens = contracts().map(([blockchain, asset]) => {
  const supply = elastic[blockchain]?.[asset] ?? capped[blockchain]?.[asset];
  if (supply === void 0) throw new Error(`no supply of ${asset} on ${blockchain}`);
  return { blockchain, asset, supply, elastic: capped[blockchain]?.[asset] === void 0 };
});
function contracts() {
  const names = new Set(pools.flatMap(({ blockchain, tokens: tokens2 }) => tokens2.map((asset) => `${blockchain} ${asset}`)));
  return [...names].sort().map((name) => name.split(" "));
}

// seed/token-holders.ts
var largest = 9;
var recorded = 0.01;
function writeHolders(sink, addresses) {
  const rows2 = sink.appender("token_holder", ["id", "blockchain", "asset", "address"]);
  tokens.forEach(({ blockchain, asset }, token) => {
    for (let place = 0; place < largest; place++)
      rows2.add(holderId(token, place), blockchain, asset, addresses.of(blockchain, `holder ${place} of ${asset}`));
  });
  rows2.flush();
}
function holderId(token, place) {
  return token * largest + place + 1;
}
var HolderFeed = class {
  #seed;
  #supplies;
  #holdings;
  constructor(sink, { seed }) {
    this.#seed = seed;
    this.#supplies = sink.appender("token_supply", ["asset", "blockchain", "timestamp", "total_supply", "holders"]);
    this.#holdings = sink.appender("token_holding", ["holder", "timestamp", "amount"]);
  }
  write({ from, to }) {
    const first = Math.ceil(from / day2);
    if (first * day2 >= to) return;
    tokens.forEach((token, n) => {
      for (let today = first; today * day2 < to; today++) this.#write(token, n, today);
    });
    this.#supplies.flush();
    this.#holdings.flush();
  }
  #write(token, n, today) {
    const { asset, blockchain } = token;
    const key = keyOf(this.#seed, "holders", blockchain, asset);
    const supply = supplyAt(token, key, today);
    this.#supplies.add(asset, blockchain, today * day2, supply, holdersAt(token, key, today));
    for (let place = 0; place < largest; place++) {
      const amount = rounded(supply * shareAt(key, place, today));
      if (amount >= supply * recorded) this.#holdings.add(holderId(n, place), today * day2, amount);
    }
  }
};
function supplyAt({ supply, elastic: elastic2 }, key, today) {
  return elastic2 ? rounded(supply * (1 + 0.03 * noise(key, 50, today) + 4e-3 * noise(key + 1, 6, today))) : supply;
}
function holdersAt({ asset, supply }, key, today) {
  const usual2 = 9 * Math.sqrt(supply * assetOf(asset).level) * (0.5 + unit(draw(key, 0)));
  return Math.round(usual2 * (1 + 0.02 * noise(key + 2, 40, today) + 15e-4 * noise(key + 3, 3, today)));
}
function shareAt(key, place, today) {
  let share = 0.05 + 0.09 * unit(draw(key, 1));
  for (let n = 0; n < place; n++) share *= 0.66 + 0.14 * unit(draw(key + 4, n));
  const own = key + 8 + place * 2;
  return share * (1 + 0.07 * noise(own, 30, today) + 0.015 * noise(own + 1, 4, today));
}
function rounded(amount) {
  return Math.round(amount * 1e6) / 1e6;
}

// seed/tokens.ts
var symbols = {
  steth: "stETH",
  wsteth: "wstETH",
  reth: "rETH",
  cbeth: "cbETH",
  msol: "mSOL",
  jitosol: "JitoSOL",
  crvusd: "crvUSD"
};
var decimals = { usdc: 6, usdt: 6, eurc: 6, pyusd: 6, wbtc: 8 };
var money = ["wsteth", "wbtc", "wpol", "weth", "frax", "lusd", "crvusd", "dai", "usdc", "usdt"];
function symbolOf(code) {
  return symbols[code] ?? code.toUpperCase();
}
function decimalsOf(chain, code) {
  return decimals[code] ?? (chain === "solana" ? 9 : 18);
}
function tokenAddress(addresses, chain, code) {
  const rank2 = money.indexOf(code);
  const order = rank2 < 0 ? assetPosition(code) : 160 + rank2 * 8;
  return addresses.of(chain, `token ${code}`, order.toString(16).padStart(2, "0"));
}

// seed/reference.ts
function writeReference(sink, seed) {
  const exchange = sink.appender("exchange", ["code", "name", "legacy_slug", "kind", "taker_side"]);
  for (const { code, name, legacySlug, kind, takerSide } of exchanges)
    exchange.add(code, name, legacySlug, kind, takerSide);
  exchange.flush();
  const asset = sink.appender("asset", ["code", "name", "asset_class", "asset_classes"]);
  for (const { code, name, assetClass, assetClasses } of assets2)
    asset.add(code, name, assetClass, JSON.stringify(assetClasses));
  asset.flush();
  const chain = sink.appender("chain", ["code", "confirmations", "confirmation"]);
  for (const code of chains) chain.add(code, confirmations(code), confirmationTime(code));
  chain.flush();
  const protocol = sink.appender("protocol", ["code", "name"]);
  for (const { code, name } of protocols) protocol.add(code, name);
  protocol.flush();
  const addresses = new Addresses(seed);
  writePools(sink, addresses);
  writeHolders(sink, addresses);
}
var poolColumns = ["id", "blockchain", "address", "name", "protocol", "type", "fee", "tick_spacing", "weights"];
var tokenColumns = ["pool", "position", "asset", "symbol", "address", "decimals"];
function writePools(sink, addresses) {
  const rows2 = sink.appender("pool", poolColumns);
  for (const pool2 of pools) {
    const { id, blockchain, protocol, type, fee, tickSpacing, weights } = pool2;
    const own = addresses.of(blockchain, `pool ${id}`);
    rows2.add(id, blockchain, own, poolName(pool2), protocol, type, fee, tickSpacing, weights && JSON.stringify(weights));
  }
  rows2.flush();
  writeTokens(sink, addresses);
}
function writeTokens(sink, addresses) {
  const rows2 = sink.appender("pool_token", tokenColumns);
  for (const { id, blockchain, tokens: tokens2 } of pools) {
    tokens2.forEach((code, position) => {
      rows2.add(
        id,
        position,
        code,
        symbolOf(code),
        tokenAddress(addresses, blockchain, code),
        decimalsOf(blockchain, code)
      );
    });
  }
  rows2.flush();
}
function poolName({ tokens: tokens2, type, fee, weights }) {
  const symbols2 = tokens2.map(symbolOf);
  if (type === "vault") return `a${symbols2[0]}`;
  if (weights) return symbols2.map((symbol, i) => `${weights[i] * 100}${symbol}`).join("-");
  return `${symbols2.join("/")} ${Number((fee * 100).toFixed(4))}%`;
}

// seed/catalogue.ts
function writeCatalogue(sink, world, range) {
  const [[written] = []] = sink.all("SELECT count(*) FROM exchange");
  if (!written) writeReference(sink, world.seed);
  writeListings(sink, world, range);
}

// seed/bitcoin-addresses.ts
import { hash as digest } from "node:crypto";
var base32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
var base582 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
function wordOf(high, low, n) {
  return mix(high + Math.imul(n, 2654435769) | 0) ^ mix(low + Math.imul(n, 2246822507) | 0);
}
function bitcoinAddress(lock, high, low) {
  if (lock === "p2wpkh") return witness(fives(high, low, 32), 0);
  if (lock === "p2tr") return witness(fives(high, low, 52), 1);
  return base58Check(lock === "p2pkh" ? 0 : 5, high, low);
}
function fives(high, low, count) {
  const groups = new Uint8Array(count);
  for (let n = 0; n < count; n++) groups[n] = wordOf(high, low, Math.floor(n / 6)) >>> n % 6 * 5 & 31;
  if (count === 52) groups[51] &= 16;
  return groups;
}
var generators = [996825010, 642813549, 513874426, 1027748829, 705979059];
var remainders = Int32Array.from(
  { length: 32 },
  (_, top) => generators.reduce((sum, generator, bit) => top >> bit & 1 ? sum ^ generator : sum, 0)
);
function remainder(before, group) {
  return (before & 33554431) << 5 ^ group ^ remainders[before >>> 25];
}
var afterPrefix = [3, 3, 0, 2, 3].reduce(remainder, 1);
function witness(program, version) {
  let text = `bc1${base32[version]}`;
  let rest = remainder(afterPrefix, version);
  for (const group of program) {
    text += base32[group];
    rest = remainder(rest, group);
  }
  for (let n = 0; n < 6; n++) rest = remainder(rest, 0);
  rest ^= version === 0 ? 1 : 734539939;
  for (let n = 5; n >= 0; n--) text += base32[rest >>> n * 5 & 31];
  return text;
}
function base58Check(version, high, low) {
  const bytes = Buffer.alloc(25);
  bytes[0] = version;
  for (let n = 0; n < 5; n++) bytes.writeInt32BE(wordOf(high, low, n), 1 + n * 4);
  const once = digest("sha256", bytes.subarray(0, 21), "buffer");
  digest("sha256", once, "buffer").copy(bytes, 21, 0, 4);
  return inBase58(bytes);
}
function inBase58(bytes) {
  const digits = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let n = 0; n < digits.length || carry > 0; n++) {
      carry += (digits[n] ?? 0) * 256;
      digits[n] = carry % 58;
      carry = Math.floor(carry / 58);
    }
  }
  let text = "";
  for (const digit of digits) text = base582[digit] + text;
  for (let n = 0; bytes[n] === 0; n++) text = `1${text}`;
  return text;
}

// seed/bitcoin-fees.ts
var usualRate = 5;
var remembered = 1024;
var FeeMarket = class {
  #key;
  #blocks;
  #prices;
  #numbers = new Float64Array(remembered).fill(Number.NaN);
  #rates = new Float64Array(remembered);
  constructor(seed, blocks, prices) {
    this.#key = keyOf(seed, "bitcoin", "fees");
    this.#blocks = blocks;
    this.#prices = prices;
  }
  /** In satoshi per virtual byte, at one in the least. */
  rate(block) {
    const place = block % remembered;
    if (this.#numbers[place] !== block) {
      this.#numbers[place] = block;
      this.#rates[place] = this.#compute(this.#blocks.time("bitcoin", block) / hour);
    }
    return this.#rates[place];
  }
  /** How much is sent in the hours around a block, against the long run: about 1. */
  demand(block) {
    const market = this.#prices.regime.at(Math.floor(this.#blocks.time("bitcoin", block) / hour));
    return Math.min(2, 0.55 + 0.45 * market);
  }
  #compute(time) {
    const mood = 0.35 * noise(this.#key, 0.7, time) + 0.5 * noise(this.#key + 1, 9, time);
    const season = 0.5 * noise(this.#key + 2, 200, time);
    return 1 + usualRate * exp(mood + season - 0.3) * this.#prices.regime.at(Math.floor(time));
  }
};
function virtualSize(inputs, outputs) {
  return 11 + 68 * inputs + 31 * outputs;
}

// seed/bitcoin-wallets.ts
var hashRates = [0.29, 0.21, 0.13, 0.1, 0.08, 0.07, 0.05, 0.04, 0.03];
var members = 120;
var Wallets = class {
  #seed;
  #key;
  #exchanges;
  #weights;
  #kept = /* @__PURE__ */ new Map();
  constructor(seed) {
    this.#seed = seed;
    this.#key = keyOf(seed, "bitcoin", "miners");
    const centralised2 = exchanges.filter(({ kind }) => kind === "centralised");
    const total = centralised2.reduce((sum, { weight }) => sum + weight, 0);
    this.#weights = centralised2.map(({ weight }) => weight / total);
    this.#exchanges = centralised2.map(({ code }) => ({
      hot: [this.#standing("p2wpkh", code, "hot", 1), this.#standing("p2wpkh", code, "hot", 2)],
      cold: this.#standing("p2sh", code, "cold", 1)
    }));
  }
  /** One of the exchanges, the larger the likelier. */
  exchange(stream) {
    return this.#exchanges[placeOf(this.#weights, stream.unit())];
  }
  /** The place of the pool that found a block. */
  miner(block) {
    return placeOf(hashRates, unit(draw(this.#key, block)));
  }
  minerAddress(pool2) {
    return this.#standing(pool2 % 3 === 0 ? "p2pkh" : "p2wpkh", "mining pool", pool2, 0);
  }
  memberAddress(pool2, luck) {
    const member = Math.floor(luck * luck * members);
    return this.#standing(member % 4 === 0 ? "p2sh" : "p2wpkh", "member", pool2, member);
  }
  #standing(lock, ...name) {
    const id = name.join(" ");
    const known = this.#kept.get(id);
    if (known !== void 0) return known;
    const address = bitcoinAddress(lock, keyOf(this.#seed, "wallet", id), keyOf(id, this.#seed));
    this.#kept.set(id, address);
    return address;
  }
};
function placeOf(shares, luck) {
  let sum = 0;
  const place = shares.findIndex((share) => {
    sum += share;
    return luck < sum;
  });
  return Math.max(0, place);
}
function customerLock(luck) {
  if (luck < 0.72) return "p2wpkh";
  if (luck < 0.82) return "p2tr";
  return luck < 0.93 ? "p2sh" : "p2pkh";
}

// seed/bitcoin-stories.ts
var pause = 12;
var longestStory = 3 * pause;
var customerCoin = 8e6;
var withdrawal = 25e5;
var exchangeCoin = 15e8;
var Story = class {
  #stream;
  #wallets;
  #fees;
  #high;
  #low;
  #first;
  #told = [];
  #owners = 0;
  #block;
  /** @param key of the story. @param first block in which something can happen. */
  constructor(key, first, parts) {
    this.#stream = new Stream(key);
    this.#wallets = parts.wallets;
    this.#fees = parts.fees;
    this.#high = draw(key, -1);
    this.#low = draw(key, -2) ^ first;
    this.#first = first;
    this.#block = first;
  }
  tell() {
    const kind = this.#stream.unit();
    if (kind < 0.3) this.#deposits();
    else if (kind < 0.6) this.#withdrawals();
    else this.#payments();
    return this.#told;
  }
  /** Customers of an exchange send to an address that each has there; the exchange then gathers what came. */
  #deposits() {
    const exchange = this.#wallets.exchange(this.#stream);
    const arrived = { owners: [], amount: 0 };
    let latest = this.#first;
    for (let left = 1 + this.#count(3); left > 0; left--) {
      this.#block = this.#first;
      this.#wait();
      const coins = this.#customersCoins();
      const address = this.#newAddress();
      arrived.amount += this.#deposit(coins, address);
      arrived.owners.push(address);
      latest = Math.max(latest, this.#block);
    }
    this.#block = latest;
    this.#wait();
    this.#send(arrived, [this.#stream.unit() < 0.8 ? exchange.hot[0] : exchange.cold]);
  }
  /** All of the coins, or a part of which the rest comes back. */
  #deposit(coins, address) {
    if (this.#stream.unit() < 0.75) return this.#send(coins, [address]);
    const out = this.#send(coins, [address, this.#newAddress()]);
    return Math.floor(out * (0.15 + 0.7 * this.#stream.unit()));
  }
  /** An exchange pays out to customers, a few at a time, and goes on with the change. */
  #withdrawals() {
    const exchange = this.#wallets.exchange(this.#stream);
    const [main, second2] = exchange.hot;
    const both = this.#stream.unit() < 0.25;
    const coins = { owners: both ? [main, second2] : [main], amount: this.#amount(exchangeCoin, 1.1) };
    for (let left = this.#count(3); left > 0; left--) {
      this.#wait();
      const customers = Array.from({ length: this.#count(6) }, () => this.#newAddress());
      const most = 0.6 * coins.amount / customers.length;
      const paid = customers.reduce((sum) => sum + Math.min(most, this.#amount(withdrawal, 1.7)), 0);
      const out = this.#send(coins, [...customers, main]);
      coins.owners = [main];
      coins.amount = Math.floor(Math.max(out * 0.3, out - paid));
    }
  }
  /** Someone pays someone, and someone else with what is left, until all of it is paid. */
  #payments() {
    let coins = this.#customersCoins();
    for (let left = this.#count(3); left > 0; left--) {
      this.#wait();
      if (left === 1 && this.#stream.unit() < 0.5) {
        this.#send(coins, [this.#newAddress()]);
        return;
      }
      const change2 = this.#newAddress();
      const out = this.#send(coins, [this.#newAddress(), change2]);
      coins = { owners: [change2], amount: Math.floor(out * (0.2 + 0.7 * this.#stream.unit())) };
    }
  }
  /** Coins that a customer had before. */
  #customersCoins() {
    const owners = Array.from({ length: this.#stream.unit() < 0.7 ? 1 : this.#count(3) }, () => this.#newAddress());
    return { owners, amount: this.#amount(customerCoin, 1.9) };
  }
  /** Sends all coins. Who pays less than a place in the block costs would wait for ever: at most half is ever paid for it. */
  #send({ owners, amount }, receivers) {
    const size2 = virtualSize(owners.length, receivers.length);
    const urgency = 0.75 + 0.9 * this.#stream.unit();
    const fee = Math.min(Math.floor(amount / 2), Math.ceil(size2 * this.#fees.rate(this.#block) * urgency));
    const amountOut = amount - fee;
    const step = this.#told.length;
    this.#told.push({
      block: this.#block,
      senders: owners,
      receivers,
      amountOut,
      fee,
      feeRate: fee / size2,
      high: draw(this.#high, -step - 1),
      low: draw(this.#low, -step - 1)
    });
    return amountOut;
  }
  #wait() {
    this.#block += this.#count(pause);
  }
  /** From 1 to `most`, small ones likelier. */
  #count(most) {
    const luck = this.#stream.unit();
    return 1 + Math.floor(luck * luck * most);
  }
  /** Wealth is log-normal. @param spread of its logarithm. */
  #amount(median, spread) {
    return Math.floor(median * exp(spread * this.#stream.normal()));
  }
  /** An address that nobody has had before. */
  #newAddress() {
    const n = this.#owners++;
    return bitcoinAddress(customerLock(this.#stream.unit()), draw(this.#high, n), draw(this.#low, n));
  }
};

// seed/poisson.ts
function poisson(mean, stream) {
  if (mean > 20) return Math.max(0, Math.round(mean + Math.sqrt(mean) * stream.normal()));
  const first = stream.unit();
  if (first <= 1 - mean) return 0;
  const floor = exp(-mean);
  let count = 0;
  for (let product = first; product > floor; product *= stream.unit()) count++;
  return count;
}

// seed/bitcoin-chain.ts
var groupSize = 16;
var groupsBack = Math.floor((groupSize - 1 + longestStory) / groupSize);
var groupsKept = 64;
var storiesPerGroup = 15;
var maturity = 100;
var payoutSpread = 40;
var paidOut = 0.25;
var blocksPerHalving = 21e4;
var firstSubsidy = 5e9;
var BitcoinChain = class {
  #key;
  #blocks;
  #fees;
  #wallets;
  #groups = /* @__PURE__ */ new Map();
  constructor({ seed, blocks, prices }) {
    this.#key = keyOf(seed, "bitcoin");
    this.#blocks = blocks;
    this.#fees = new FeeMarket(seed, blocks, prices);
    this.#wallets = new Wallets(seed);
  }
  /** Miners take what pays best first. */
  block(number) {
    const transfers = [...this.#transfers(number), ...this.#maturing(number).map((from) => this.#payout(from, number))];
    transfers.sort((a, b) => b.feeRate - a.feeRate || a.high - b.high);
    const time = this.#blocks.time("bitcoin", number);
    return { number, time, transactions: [this.#coinbase(number), ...transfers] };
  }
  #coinbase(block) {
    const key = draw(this.#key + 3, block);
    return {
      block,
      senders: [],
      receivers: [this.#wallets.minerAddress(this.#wallets.miner(block))],
      amountOut: this.#reward(block),
      fee: 0,
      feeRate: 0,
      high: key,
      low: draw(key, block)
    };
  }
  /** What the miner of a block gets: new coins, and what the block's transactions pay. */
  #reward(block) {
    const subsidy = Math.floor(firstSubsidy / (1 << Math.floor(block / blocksPerHalving)));
    const fees = this.#transfers(block).reduce((sum, { fee }) => sum + fee, 0);
    return this.#maturing(block).reduce((sum, from) => sum + this.#payoutFee(from, block), subsidy + fees);
  }
  #transfers(block) {
    const group = Math.floor(block / groupSize);
    const found = [];
    for (let g = group - groupsBack; g <= group; g++)
      for (const transfer of this.#group(g)) if (transfer.block === block) found.push(transfer);
    return found;
  }
  #group(group) {
    const known = this.#groups.get(group);
    if (known) return known;
    const told = this.#tell(group);
    const [oldest] = this.#groups.keys();
    if (this.#groups.size >= groupsKept) this.#groups.delete(oldest);
    this.#groups.set(group, told);
    return told;
  }
  #tell(group) {
    const stream = new Stream(draw(this.#key + 1, group));
    const first = group * groupSize;
    const count = poisson(storiesPerGroup * this.#fees.demand(first), stream);
    return Array.from({ length: count }, () => {
      const block = first + Math.floor(stream.unit() * groupSize);
      return new Story(stream.bits(), block, { wallets: this.#wallets, fees: this.#fees }).tell();
    }).flat();
  }
  /** The blocks whose rewards are paid out in this one. */
  #maturing(block) {
    const found = [];
    for (let from = block - maturity - payoutSpread; from < block - maturity; from++) {
      const luck = unit(draw(this.#key + 2, from));
      if (luck < paidOut && from + maturity + 1 + Math.floor(luck / paidOut * payoutSpread) === block)
        found.push(from);
    }
    return found;
  }
  #payout(from, block) {
    const pool2 = this.#wallets.miner(from);
    const stream = this.#payoutStream(from);
    const receivers = /* @__PURE__ */ new Set();
    for (let left = paidMembers(stream); left > 0; left--)
      receivers.add(this.#wallets.memberAddress(pool2, stream.unit()));
    const fee = this.#payoutFee(from, block);
    return {
      block,
      senders: [this.#wallets.minerAddress(pool2)],
      receivers: [...receivers],
      amountOut: this.#reward(from) - fee,
      fee,
      feeRate: this.#fees.rate(block),
      high: draw(this.#key + 5, from),
      low: draw(this.#key + 6, from)
    };
  }
  /** Does not depend on the reward, which depends on the fees of its block, and so on without end. */
  #payoutFee(from, block) {
    return Math.ceil(virtualSize(1, paidMembers(this.#payoutStream(from))) * this.#fees.rate(block));
  }
  #payoutStream(from) {
    return new Stream(draw(this.#key + 4, from));
  }
};
function paidMembers(stream) {
  return 3 + Math.floor(stream.unit() * 6);
}

// seed/bitcoin-feed.ts
var blockColumns = ["number", "timestamp", "price_usd"];
var transactionColumns = [
  "block_number",
  "transaction_index",
  "hash",
  "id",
  "senders",
  "receivers",
  "amount_out",
  "fees"
];
var BitcoinFeed = class {
  #world;
  #chain;
  #blocks;
  #transactions;
  constructor(sink, world) {
    this.#world = world;
    this.#chain = new BitcoinChain(world);
    this.#blocks = sink.appender("bitcoin_block", blockColumns);
    this.#transactions = sink.appender("bitcoin_transaction", transactionColumns);
  }
  /** The blocks made within the range. */
  write({ from, to }) {
    const { blocks } = this.#world;
    const last = blocks.number("bitcoin", to - 1);
    for (let number = blocks.number("bitcoin", from - 1) + 1; number <= last; number++) this.#write(number);
    this.#blocks.flush();
    this.#transactions.flush();
  }
  #write(number) {
    const { time, transactions } = this.#chain.block(number);
    this.#blocks.add(number, time, this.#world.prices.at("btc", time));
    transactions.forEach((transfer, index) => {
      const { senders, receivers, amountOut, fee } = transfer;
      const [sent, received] = [JSON.stringify(senders), JSON.stringify(receivers)];
      this.#transactions.add(number, index, digestOf(transfer, 0), idOf(transfer), sent, received, amountOut, fee);
    });
  }
};
function idOf(transfer) {
  const { senders } = transfer;
  const witnesses = senders.length === 0 || senders.some((address) => !address.startsWith("1"));
  return witnesses ? digestOf(transfer, 8) : null;
}
function digestOf({ high, low }, word) {
  const bytes = Buffer.allocUnsafe(32);
  for (let n = 0; n < 8; n++) bytes.writeInt32LE(wordOf(high, low, word + n), n * 4);
  return bytes;
}

// seed/option-price.ts
function optionPrice(spot2, strike, life, call) {
  const years = Math.max(life, 6e4) / year;
  const moneyness = log(spot2 / strike);
  const deviation2 = impliedVolatility(moneyness, years) * Math.sqrt(years);
  const d1 = moneyness / deviation2 + deviation2 / 2;
  const value = spot2 * normalCdf(d1) - strike * normalCdf(d1 - deviation2);
  return Math.max(0, call ? value : value - spot2 + strike);
}
function impliedVolatility(moneyness, years) {
  const m = moneyness / Math.sqrt(years + 0.05);
  const smile = Math.min(0.5, 0.09 * m * m + 0.03 * m);
  return 0.5 + 0.06 * exp(-6 * years) + smile;
}

// seed/trading-week.ts
var firstOpening = 94;
var hoursPerWeek = 168;
var openHours = 120;
var tradingMinutesPerYear = 525960 * openHours / hoursPerWeek;
function tradingTime(hour2) {
  const week = Math.floor((hour2 - firstOpening) / hoursPerWeek);
  const within = hour2 - firstOpening - week * hoursPerWeek;
  return { tradingHour: week * openHours + Math.min(within, openHours) + firstOpening % 24, open: within < openHours };
}

// seed/asset-prices.ts
function pricePath(seed, asset, factors, of) {
  const law = asset.price;
  const own = (volatility, minutes) => new LogPath(keyOf(seed, "price", asset.code), volatility, minutes);
  if (law.law === "constant") return constant(law.level);
  if (law.law === "crypto") return walk(law.level, factors.crypto, law.beta, own(law.volatility));
  if (law.law === "closes")
    return closing(walk(law.level, factors.dollar, law.beta, own(law.volatility, tradingMinutesPerYear)));
  if (law.law === "peg") return pegged(of(law.to), keyOf(seed, "peg", asset.code), law.band);
  if (law.law === "accrues") return accruing(pegged(of(law.to), keyOf(seed, "peg", asset.code), law.band), law.rate);
  return leveraged2(of(law.to), law.level, law.reference, law.factor);
}
function constant(level) {
  const prices = new Float64Array(61).fill(level);
  return { hour: () => prices, opening: () => level };
}
function walk(level, factor, beta, own) {
  const opening = (hour3) => level * exp(own.opening(hour3) + beta * factor.opening(hour3));
  const hour2 = (hour3) => {
    const out = own.hour(hour3);
    const shared = factor.hour(hour3);
    const first = out[0] + beta * shared[0];
    const start = level * exp(first);
    out[0] = start;
    for (let i = 1; i < 60; i++) out[i] = start * expNearZero(out[i] + beta * shared[i] - first);
    out[60] = level * exp(out[60] + beta * shared[60]);
    return out;
  };
  return { hour: hour2, opening };
}
function closing(inTradingTime) {
  const opening = (hour3) => inTradingTime.opening(tradingTime(hour3).tradingHour);
  const hour2 = (hour3) => {
    const { tradingHour, open } = tradingTime(hour3);
    const prices = inTradingTime.hour(tradingHour);
    return open ? prices : new Float64Array(61).fill(prices[0]);
  };
  return { hour: hour2, opening };
}
function pegged(of, key, band) {
  const premium2 = (hour3) => 1 + band * (0.4 * noise(key, 1, hour3) + 0.6 * noise(key + 1, 7, hour3) + 0.6 * noise(key + 2, 45, hour3));
  const opening = (hour3) => of.opening(hour3) * premium2(hour3);
  const hour2 = (hour3) => {
    const followed = of.hour(hour3);
    const start = premium2(hour3);
    const slope = (premium2(hour3 + 1) - start) / 60;
    return followed.map((price, i) => price * (start + slope * i));
  };
  return { hour: hour2, opening };
}
function mapped(of, at) {
  return { hour: (hour2) => of.hour(hour2).map(at(hour2)), opening: (hour2) => at(hour2)(of.opening(hour2)) };
}
function accruing(of, rate) {
  return mapped(of, (hour2) => {
    const grown = 1 + rate * yearsSince2022(hour2);
    return (price) => price * grown;
  });
}
function leveraged2(of, level, reference, factor) {
  const decay = factor > 0 ? 0.3 : 0.5;
  return mapped(of, (hour2) => {
    const left = level * exp(decay * (4 - yearsSince2022(hour2)));
    return (price) => {
      const cubed = price / reference * (price / reference) * (price / reference);
      return factor > 0 ? left * cubed : left / cubed;
    };
  });
}
function yearsSince2022(hour2) {
  return (hour2 * hour - 16409952e5) / year;
}

// seed/prices.ts
var cacheLimit = 6e4;
var Prices = class {
  /** How volatile the crypto market is. Every instrument asks for the same hours: half a year is remembered. */
  regime;
  #seed;
  #assets;
  #factors;
  #kept = [];
  #paths = /* @__PURE__ */ new Map();
  #count = 0;
  constructor(seed, assets3) {
    this.#seed = seed;
    this.#assets = new Map(assets3.map((asset) => [asset.code, asset]));
    const market = keyOf(seed, "factor", "crypto");
    this.regime = new Regime(market, 8192);
    this.#factors = {
      crypto: this.#shared(new LogPath(market, 0.46)),
      dollar: this.#shared(new LogPath(keyOf(seed, "factor", "dollar"), 0.068, tradingMinutesPerYear))
    };
  }
  /** At the 61 minute marks of an hour counted from 1970, both ends included. */
  hour(code, hour2) {
    return this.#path(code).hour(hour2);
  }
  at(code, time) {
    const hour2 = Math.floor(time / hour);
    return priceWithin(this.hour(code, hour2), time - hour2 * hour);
  }
  /** The same as `hour` for one asset, for those who ask often. */
  source(code) {
    return this.#path(code).hour;
  }
  /** At an hour's first mark, for those who need one price a day: nothing is kept. */
  opening(code, hour2) {
    return this.#path(code).opening(hour2);
  }
  #path(code) {
    const path = this.#paths.get(code);
    if (path) return path;
    const asset = this.#assets.get(code);
    if (!asset) throw new Error(`no asset ${code}`);
    const made = this.#remember(pricePath(this.#seed, asset, this.#factors, (followed) => this.#path(followed)));
    this.#paths.set(code, made);
    return made;
  }
  /** Frees what is kept. */
  forget() {
    for (const hours of this.#kept) hours.clear();
    this.#count = 0;
  }
  /** What many assets follow is asked for the same days by each of them. */
  #shared(path) {
    const openings = /* @__PURE__ */ new Map();
    const keep = (hour2, price) => {
      openings.set(hour2, price);
      return price;
    };
    return { ...this.#remember(path), opening: (hour2) => openings.get(hour2) ?? keep(hour2, path.opening(hour2)) };
  }
  #remember(path) {
    const hours = /* @__PURE__ */ new Map();
    this.#kept.push(hours);
    return {
      hour: (hour2) => hours.get(hour2) ?? this.#keep(hours, hour2, path.hour(hour2)),
      opening: (hour2) => path.opening(hour2)
    };
  }
  #keep(hours, hour2, prices) {
    if (++this.#count > cacheLimit) this.forget();
    hours.set(hour2, prices);
    return prices;
  }
};
function priceWithin(marks, offset) {
  const at = offset / minute;
  const i = Math.floor(at);
  return marks[i] + (marks[i + 1] - marks[i]) * (at - i);
}

// seed/fair-price.ts
var strayFast = 6e-5;
var straySlow = 9e-5;
var premium = 12e-5;
var FairPrice = class {
  #instrument;
  #basePrices;
  #quotePrices;
  #key;
  #hour = Number.NaN;
  #base = new Float64Array(0);
  #quote = new Float64Array(0);
  #premiumStart = 0;
  #premiumSlope = 0;
  constructor(seed, prices, instrument) {
    this.#instrument = instrument;
    this.#basePrices = prices.source(instrument.base);
    this.#quotePrices = prices.source(instrument.quote);
    this.#key = keyOf(seed, "basis", instrument.exchange, instrument.class, instrument.code);
  }
  /** At `offset` milliseconds after the start of an hour counted from 1970. */
  at(hour2, offset) {
    if (hour2 !== this.#hour) this.#open(hour2);
    const spot2 = priceWithin(this.#base, offset) / priceWithin(this.#quote, offset);
    const time = hour2 * hour + offset;
    return this.#contract(spot2, time) * (1 + this.#basis(offset, time));
  }
  #open(hour2) {
    this.#hour = hour2;
    this.#base = this.#basePrices(hour2);
    this.#quote = this.#quotePrices(hour2);
    this.#premiumStart = this.#premium(hour2);
    this.#premiumSlope = (this.#premium(hour2 + 1) - this.#premiumStart) / hour;
  }
  /** Lasts for days: where customers pay a little more or less than elsewhere. */
  #premium(hour2) {
    return premium * (0.5 * noise(this.#key + 2, 5, hour2) + 0.7 * noise(this.#key + 3, 100, hour2));
  }
  #basis(offset, time) {
    const fast = noise(this.#key, 11 * second, time);
    const slow = noise(this.#key + 1, 3.1 * minute, time);
    return strayFast * fast + straySlow * slow + this.#premiumStart + this.#premiumSlope * offset;
  }
  #contract(spot2, time) {
    const { option: option3, expiry: expiry2 } = this.#instrument;
    if (expiry2 === null) return spot2;
    const forward = spot2 * (1 + 0.06 * (expiry2 - time) / year);
    return option3 ? optionPrice(forward, option3.strike, expiry2 - time, option3.call) : forward;
  }
};

// seed/recorded-books.ts
var recorded2 = { spot: 4, "perpetual-future": 2, future: 2, option: 2 };
var cut = Date.UTC(2026, 0, 1, 12);
var reach = { bnce: 4, bbit: 2 };
var wholeBook = 10;
var timeless = /* @__PURE__ */ new Set(["krkn", "bnce", "binc"]);
var RecordedBooks = class {
  #least = /* @__PURE__ */ new Map();
  constructor(instruments) {
    const listed = instruments({ from: cut, to: cut + hour });
    for (const [kind, count] of Object.entries(recorded2)) {
      const rates = listed.filter((one) => one.class === kind && hasBook(one)).map(({ rate }) => rate);
      rates.sort((a, b) => b - a);
      this.#least.set(kind, rates[Math.min(count, rates.length) - 1] ?? Number.POSITIVE_INFINITY);
    }
  }
  /** How many price levels a side the instrument's recorded books have; null where none are recorded. */
  levels(instrument) {
    if (!hasBook(instrument) || instrument.rate < this.#least.get(instrument.class)) return null;
    return levelsWithin(reach[instrument.exchange] ?? wholeBook);
  }
};
function hasBook({ pools: pools2 }) {
  return pools2.length === 0;
}

// seed/tape.ts
var inBoth = 3;
var inFirst = 1;
var inSecond = 2;
var Tape = class {
  times = [];
  ids = [];
  versions = [];
  prices = [];
  amounts = [];
  sides = [];
  length = 0;
  /** Whether the versions differ. */
  revised = false;
  clear() {
    this.length = 0;
    this.revised = false;
  }
  add(time, id, versions, price, amount, side) {
    const i = this.length++;
    this.revised ||= versions !== inBoth;
    this.times[i] = time;
    this.ids[i] = id;
    this.versions[i] = versions;
    this.prices[i] = price;
    this.amounts[i] = amount;
    this.sides[i] = side;
  }
};

// seed/traded-range.ts
function tradedRange(tape, first, instant, end) {
  return rangeOf(tape, first, instant + 1, (versions) => versions === inBoth) ?? rangeOf(tape, first, end, (versions) => versions === inBoth) ?? rangeOf(tape, first, end, (versions) => (versions & inFirst) > 0);
}
function rangeOf(tape, first, end, counts) {
  let found = null;
  for (let i = first; i < tape.length && tape.times[i] < end; i++) {
    if (!counts(tape.versions[i])) continue;
    const price = tape.prices[i];
    found ??= { low: price, high: price };
    if (price < found.low) found.low = price;
    if (price > found.high) found.high = price;
  }
  return found;
}

// seed/order-book.ts
var nearShare = 0.4;
var farShare = 0.25;
var OrderBook = class {
  #instrument;
  #key;
  #fair;
  #regime;
  #ticksPerUnit;
  #medianLots;
  #timeless;
  constructor({ seed, prices }, instrument) {
    this.#instrument = instrument;
    this.#key = keyOf(seed, "book", instrument.exchange, instrument.class, instrument.code);
    this.#fair = new FairPrice(seed, prices, instrument);
    this.#regime = prices.regime;
    this.#ticksPerUnit = powerOfTen(instrument.priceDecimals) / instrument.tick;
    const lotsPerCoin = powerOfTen(instrument.amountDecimals) / instrument.lot;
    this.#medianLots = instrument.orderSize / assetOf(instrument.base).level * lotsPerCoin;
    this.#timeless = timeless.has(instrument.exchange);
  }
  /** The books of an hour counted from 1970, in order of time. @param tape the hour's trades. */
  of(hour2, tape) {
    const books = [];
    let next = 0;
    for (let minute2 = 0; minute2 < 60; minute2++) {
      const start = hour2 * hour + minute2 * minute;
      while (next < tape.length && tape.times[next] < start) next++;
      const book = this.#at(hour2, minute2, tape, next);
      if (book) books.push(book);
    }
    return books;
  }
  /** No book has two sides while the price is the lowest there is. */
  #at(hour2, minute2, tape, next) {
    const stream = new Stream(draw(this.#key, hour2 * 60 + minute2));
    const start = hour2 * hour + minute2 * minute;
    const polled = start + 3 * second + Math.floor(stream.unit() * 54 * second);
    const middle = this.#middle(hour2, polled, tape, next, start + minute);
    if (middle < 3) return null;
    const spread = this.#spread(middle, stream);
    const { tick } = this.#instrument;
    const bid = (middle - spread) / 2 * tick;
    const lag = 15 + Math.floor(stream.unit() * 250);
    return {
      polled,
      timestamp: this.#timeless ? null : polled - lag,
      bid,
      ask: bid + spread * tick,
      ...this.#depths(hour2, minute2, stream)
    };
  }
  /** In half ticks: what the instrument is worth, brought within what was paid in the minute. */
  #middle(hour2, polled, tape, next, end) {
    const fair = Math.round(2 * this.#fair.at(hour2, polled - hour2 * hour) * this.#ticksPerUnit);
    const traded = next < tape.length && tape.times[next] < end ? tradedRange(tape, next, polled, end) : null;
    if (!traded) return fair;
    const { tick } = this.#instrument;
    return Math.min(Math.max(fair, 2 * traded.low / tick), 2 * traded.high / tick);
  }
  /** In ticks, even where the middle is a whole tick and odd where it is between two, so that both sides are whole. */
  #spread(middle, stream) {
    const wanted = Math.round(middle * this.#instrument.halfSpread * (0.4 + 0.5 * stream.unit()));
    const most = middle - 2;
    const spread = Math.min(wanted, most);
    const right = spread - (spread + middle & 1);
    return right > 0 ? right : 2 - (middle & 1);
  }
  /** Makers step back when prices move fast; what waits further out changes over hours. */
  #depths(hour2, minute2, stream) {
    const time = hour2 * 60 + minute2;
    const calm = 1 / (0.5 + 0.5 * this.#regime.at(hour2));
    const lean = 0.35 * noise(this.#key + 1, 20, time);
    const near = this.#medianLots * nearShare * calm * exp(0.4 * noise(this.#key + 2, 45, time));
    const far = this.#medianLots * farShare * exp(0.3 * noise(this.#key + 3, 700, time));
    const side = (lean2) => this.#lots(near * expNearZero(lean2) * (0.5 + stream.unit()));
    const rest = (lean2) => this.#lots(far * expNearZero(0.3 * lean2) * (0.9 + 0.2 * stream.unit()));
    return { bidNear: side(lean), bidFar: rest(lean), askNear: side(-lean), askFar: rest(-lean) };
  }
  #lots(lots) {
    return Math.max(1, Math.round(lots)) * this.#instrument.lot;
  }
};

// seed/book-feed.ts
var depths = ["bid_near", "bid_far", "ask_near", "ask_far"];
var snapshotColumns = ["instrument", "poll_timestamp", "timestamp", "bid", "ask", ...depths];
var hourColumns = ["instrument", "timestamp", "snapshots", "bid", "ask", "bid_depth", "ask_depth"];
var recordedDays = 30;
var BookTables = class {
  snapshots;
  hours;
  constructor(sink) {
    this.snapshots = sink.appender("order_book_snapshot", snapshotColumns);
    this.hours = sink.appender("order_book_hour", hourColumns);
  }
  flush() {
    this.snapshots.flush();
    this.hours.flush();
  }
};
var BookFeed = class {
  #instrument;
  #levels;
  #tables;
  #book;
  /** How long after the store's start the first is written. */
  #wait;
  #hour = Number.NaN;
  #books = [];
  constructor(world, instrument, levels, tables) {
    this.#instrument = instrument;
    this.#levels = levels;
    this.#tables = tables;
    this.#book = new OrderBook(world, instrument);
    this.#wait = Math.max(0, world.profile.days - recordedDays) * day2;
  }
  /** Those of an hour counted from 1970 that were polled within the range. @param tape the hour's trades. */
  write(hour2, tape, { from, to }, start) {
    if (hour2 * hour < start + this.#wait) return;
    if (hour2 !== this.#hour) this.#books = this.#book.of(hour2, tape);
    this.#hour = hour2;
    for (const book of this.#books) if (book.polled >= from && book.polled < to) this.#writeSnapshot(book);
    if (to >= (hour2 + 1) * hour && this.#books.length > 0) this.#writeHour(hour2);
  }
  #writeSnapshot({ polled, timestamp, bid, ask, bidNear, bidFar, askNear, askFar }) {
    const { id } = this.#instrument;
    this.#tables.snapshots.add(id, polled, timestamp, bid, ask, bidNear, bidFar, askNear, askFar);
  }
  #writeHour(hour2) {
    const { id, tick } = this.#instrument;
    const [bidDepth, askDepth] = [new DepthSum(this.#levels), new DepthSum(this.#levels)];
    let [bids, asks] = [0, 0];
    for (const { bid, ask, bidNear, bidFar, askNear, askFar } of this.#books) {
      bidDepth.add(bid / tick, bidNear, bidFar);
      askDepth.add(ask / tick, askNear, askFar);
      bids += bid;
      asks += ask;
    }
    const depths2 = [JSON.stringify(bidDepth.sums), JSON.stringify(askDepth.sums)];
    this.#tables.hours.add(id, hour2 * hour, this.#books.length, bids, asks, ...depths2);
  }
};

// seed/liquidation-feed.ts
var columns2 = [
  "instrument",
  "timestamp",
  "trade_id",
  "position_side",
  "price",
  "amount",
  "amount_quote",
  "amount_usd",
  "rate"
];
var reach2 = 5 * minute;
var usualMove = 12e-4;
var chance = 0.12;
var mostLikely = 0.8;
var marking = /* @__PURE__ */ new Set(["binc", "bbit", "okex"]);
function liquidationTable(sink) {
  return sink.appender("liquidation", columns2);
}
function isLiquidated({ class: kind }) {
  return kind === "future" || kind === "perpetual-future";
}
var LiquidationFeed = class {
  #instrument;
  #key;
  #prices;
  #table;
  #marked;
  constructor({ seed, prices }, instrument, table2) {
    this.#instrument = instrument;
    this.#key = keyOf(seed, "liquidations", instrument.exchange, instrument.class, instrument.code);
    this.#prices = prices;
    this.#table = table2;
    this.#marked = marking.has(instrument.exchange);
  }
  /** Those of an hour counted from 1970 that happened within the range. @param tape the hour's trades. */
  write(hour2, tape, { from, to }) {
    const key = draw(this.#key, hour2);
    let first = 0;
    for (let i = 0; i < tape.length && tape.times[i] < to; i++) {
      if (tape.times[i] < from) continue;
      while (tape.times[first] < tape.times[i] - reach2) first++;
      if (isForced(tape, first, i, unit(draw(key, i)))) this.#writeOne(tape, i);
    }
  }
  #writeOne(tape, i) {
    const { id, priceDecimals, amountDecimals } = this.#instrument;
    const time = tape.times[i];
    const rate = this.#rate(time);
    const price = tape.prices[i] / powerOfTen(priceDecimals);
    const amount = tape.amounts[i] / powerOfTen(amountDecimals);
    const quote = tape.prices[i] * tape.amounts[i] / powerOfTen(priceDecimals + amountDecimals);
    const side = tape.sides[i] === 1 ? "long" : "short";
    this.#table.add(id, time, this.#name(tape.ids[i]), side, price * rate, amount, quote, quote * rate, rate);
  }
  /** What the quote was worth in USD as the minute began. */
  #rate(time) {
    const hour2 = Math.floor(time / hour);
    const marks = this.#prices.hour(this.#instrument.quote, hour2);
    return Math.round(marks[Math.floor((time - hour2 * hour) / minute)] * 1e8) / 1e8;
  }
  #name(tradeId) {
    if (this.#marked) return tradeId;
    const parts = ["a", "b", "c", "d"].map(
      (part) => (keyOf(this.#key, tradeId, part) >>> 0).toString(16).padStart(8, "0")
    );
    return parts.join("");
  }
};
function isForced(tape, first, i, luck) {
  if (tape.versions[i] !== inBoth) return false;
  const move = tape.sides[i] === 1 ? fall(tape, first, i) : rise(tape, first, i);
  const share = move / usualMove;
  return luck < Math.min(mostLikely, chance * share * share);
}
function fall(tape, first, i) {
  let highest = 0;
  for (let n = first; n < i; n++) if (tape.versions[n] === inBoth) highest = Math.max(highest, tape.prices[n]);
  return highest === 0 ? 0 : Math.max(0, 1 - tape.prices[i] / highest);
}
function rise(tape, first, i) {
  let lowest = Number.POSITIVE_INFINITY;
  for (let n = first; n < i; n++) if (tape.versions[n] === inBoth) lowest = Math.min(lowest, tape.prices[n]);
  return Math.max(0, tape.prices[i] / lowest - 1);
}

// seed/followers.ts
var Followers = class {
  #world;
  #books;
  #liquidations;
  constructor(sink, world) {
    this.#world = world;
    this.#books = new BookTables(sink);
    this.#liquidations = liquidationTable(sink);
  }
  of(instrument) {
    const followers2 = [];
    const levels = this.#world.books.levels(instrument);
    if (levels !== null) followers2.push(new BookFeed(this.#world, instrument, levels, this.#books));
    if (isLiquidated(instrument)) followers2.push(new LiquidationFeed(this.#world, instrument, this.#liquidations));
    return followers2;
  }
  flush() {
    this.#books.flush();
    this.#liquidations.flush();
  }
};

// seed/fx-feed.ts
var quoted = currencies.filter(({ price }) => price.law !== "constant");
var minutesPerHour = hour / minute;
function decimalsOf2({ level }) {
  return 5 - magnitude(level);
}
var scales = quoted.map((currency2) => powerOfTen(decimalsOf2(currency2)));
var FxFeed = class {
  #sink;
  #world;
  #minutes;
  #hours;
  #hour = Number.NaN;
  /** Of each currency, the rate of each of the hour's minutes. */
  #rates = [];
  constructor(sink, world) {
    this.#sink = sink;
    this.#world = world;
    this.#minutes = sink.appender("fx_minute", ["timestamp", "rates"]);
    this.#hours = sink.appender("fx_hour", ["timestamp", "totals", "lasts"]);
  }
  /** The minutes and hours that end after the range's start and until its end. */
  write({ from, to }, start) {
    if (from === start) this.#begin(start);
    for (let h = Math.floor(from / hour); h * hour < to; h++)
      if (tradingTime(h).open) this.#write(h, { from, to }, start);
    this.#minutes.flush();
    this.#hours.flush();
  }
  /** Names the currencies, and writes the rate that stands where the store begins. */
  #begin(start) {
    const rows2 = this.#sink.appender("fx_currency", ["code", "position", "decimals"]);
    quoted.forEach((currency2, position) => {
      rows2.add(currency2.code, position, decimalsOf2(currency2));
    });
    rows2.flush();
    const last = lastTradingMinute(start);
    this.#enter(Math.floor(last / hour));
    this.#add(last, true);
  }
  #write(h, { from, to }, start) {
    const first = Math.max(h * hour, Math.floor(from / minute) * minute);
    const end = Math.min((h + 1) * hour, Math.floor(to / minute) * minute);
    if (first >= end) return;
    this.#enter(h);
    for (let time = first; time < end; time += minute) this.#add(time, time === h * hour);
    if (end === (h + 1) * hour && h * hour >= start) this.#close(h);
  }
  #enter(h) {
    if (h === this.#hour) return;
    this.#hour = h;
    this.#rates = quoted.map(({ code }, n) => minuteRates(this.#world.prices.hour(code, h), scales[n]));
  }
  /** A whole rate, or how much it has changed since the minute before. */
  #add(time, whole) {
    const m = time / minute - this.#hour * minutesPerHour;
    let text = "";
    for (const rates of this.#rates) text += `,${whole ? rates[m] : rates[m] - rates[m - 1]}`;
    this.#minutes.add(time, `[${text.slice(1)}]`);
  }
  #close(h) {
    const totals = this.#rates.map((rates) => rates.reduce((sum, rate) => sum + rate, 0));
    const lasts = this.#rates.map((rates) => rates[minutesPerHour - 1]);
    this.#hours.add(h * hour, JSON.stringify(totals), JSON.stringify(lasts));
  }
};
function minuteRates(marks, scale) {
  const rates = new Int32Array(minutesPerHour);
  for (let m = 0; m < minutesPerHour; m++) rates[m] = Math.round((marks[m] + marks[m + 1]) / 2 * scale);
  return rates;
}
function lastTradingMinute(time) {
  const last = (Math.floor(time / minute) - 1) * minute;
  for (let h = Math.floor(last / hour); ; h--) if (tradingTime(h).open) return Math.min(last, (h + 1) * hour - minute);
}

// seed/bar-book.ts
var ValuedFold = class extends BarFold {
  usd = 0;
  merge(later) {
    super.merge(later);
    this.usd += later.usd;
  }
  clear() {
    super.clear();
    this.usd = 0;
  }
};
var Folds = class {
  first;
  second;
  revised = false;
  constructor({ priceDecimals, amountDecimals }) {
    this.first = new ValuedFold({ price: priceDecimals, amount: amountDecimals });
    this.second = new ValuedFold({ price: priceDecimals, amount: amountDecimals });
  }
  clear() {
    this.first.clear();
    this.second.clear();
    this.revised = false;
  }
  merge(later) {
    if (later.revised && !this.revised) this.#part();
    if (later.first.count > 0) this.first.merge(later.first);
    const second2 = later.revised ? later.second : later.first;
    if (this.revised && second2.count > 0) this.second.merge(second2);
  }
  #part() {
    this.revised = true;
    if (this.first.count > 0) this.second.merge(this.first);
  }
};
var BarBook = class {
  #instrument;
  #bars;
  #valuation;
  #hour;
  #day;
  /** The hour that continues what the day's folds hold. */
  #next = Number.NaN;
  constructor(instrument, bars, valuation) {
    this.#instrument = instrument;
    this.#bars = bars;
    this.#valuation = valuation;
    this.#hour = new Folds(instrument);
    this.#day = new Folds(instrument);
  }
  /** Whether the day's folds are ready for this hour; a day's first hour always follows. */
  follows(h) {
    return h === this.#next || h % 24 === 0;
  }
  /** Folds an hour's trades into the day; writes their bar unless it stands already. */
  hour(h, tape, prices, write) {
    if (h % 24 === 0 || h !== this.#next) this.#day.clear();
    this.#next = h + 1;
    if (tape.length === 0) return;
    fold(tape, prices, this.#hour);
    for (const one of [this.#hour.first, this.#hour.second]) one.usd = one.count > 0 ? this.#valuation.of(h, one) : 0;
    this.#day.merge(this.#hour);
    if (write) this.#write(hour, h * hour, this.#hour);
  }
  /** Writes the bar of the day whose first hour is given. */
  day(h) {
    this.#write(day2, h * hour, this.#day);
  }
  #write(width, start, folds) {
    this.#add(width, start, folds.revised ? inFirst : inBoth, folds.first);
    if (folds.revised) this.#add(width, start, inSecond, folds.second);
  }
  #add(width, start, versions, bar) {
    if (bar.count === 0) return;
    const { open, high, low, close, volume, notional, count, usd } = bar;
    this.#bars.add(this.#instrument.id, width, start, versions, open, high, low, close, volume, notional, count, usd);
  }
};
function fold(tape, prices, into) {
  into.clear();
  into.revised = tape.revised;
  for (let i = 0; i < tape.length; i++) {
    const versions = tape.versions[i];
    if (versions & inFirst) into.first.add(prices[i], tape.prices[i], tape.amounts[i]);
    if (tape.revised && versions & inSecond) into.second.add(prices[i], tape.prices[i], tape.amounts[i]);
  }
}

// seed/arrivals.ts
var shapeless = 8;
var groupSize2 = 2.5;
var followers = 1 - 1 / groupSize2;
var followWithin = 6e4;
function orderCount(mean, stream) {
  const groups = poisson(mean / groupSize2, stream);
  return groups === 0 ? 0 : groups + poisson(groups * (groupSize2 - 1), stream);
}
var Arrivals = class {
  #key;
  #base;
  #prices;
  #cumulated = new Float64Array(60);
  #offsets = new Int32Array(64);
  constructor(seed, prices, base) {
    this.#key = keyOf(seed, "bursts", base);
    this.#base = base;
    this.#prices = prices;
  }
  /** Milliseconds after the hour's start, ascending. The array is used again by the next call. */
  of(hour2, count, stream) {
    if (count > this.#offsets.length) this.#offsets = new Int32Array(count * 2);
    if (count >= shapeless) this.#shape(hour2);
    let last = 0;
    for (let i = 0; i < count; i++) {
      last = this.#next(last, i > 0, count, stream);
      this.#offsets[i] = last;
    }
    return this.#offsets.subarray(0, count).sort();
  }
  #next(last, follows, count, stream) {
    if (follows && stream.unit() < followers) {
      const gap = stream.unit();
      return Math.min(hour - 1, last + Math.floor(gap * gap * gap * followWithin));
    }
    if (count < shapeless) return Math.floor(stream.unit() * hour);
    return this.#minute(stream.unit()) * minute + Math.floor(stream.unit() * minute);
  }
  #shape(hour2) {
    const marks = this.#prices.hour(this.#base, hour2);
    let moves = 1e-12;
    for (let i = 0; i < 60; i++) moves += Math.abs(marks[i + 1] - marks[i]);
    let sum = 0;
    for (let i = 0; i < 60; i++) {
      const burst = normal(draw(this.#key, hour2 * 60 + i));
      const move = 60 * Math.abs(marks[i + 1] - marks[i]) / moves;
      sum += (0.3 + move) * (0.25 + burst * burst);
      this.#cumulated[i] = sum;
    }
  }
  #minute(share) {
    const wanted = share * this.#cumulated[59];
    let low = 0;
    for (let high = 59; low < high; ) {
      const middle = low + high >> 1;
      if (this.#cumulated[middle] > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  }
};

// seed/order-size.ts
var deviation = 1.5;
var whales = 0.015;
var roundOnes = 0.2;
function size(median, stream) {
  const usual2 = median * exp(deviation * stream.normal());
  const luck = stream.unit();
  return luck < whales ? usual2 * whales / (luck + 1e-4) : usual2;
}
var powers = Array.from({ length: 16 }, (_, n) => powerOfTen(n));
function roundLot(lots, stream) {
  const whole = Math.max(1, Math.floor(lots));
  if (stream.unit() >= roundOnes) return whole;
  let n = 0;
  while (n < 15 && powers[n + 1] <= whole) n++;
  const lead = Math.floor(whole / powers[n]);
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * powers[n];
}

// seed/rhythm.ts
var byHour = [
  0.82,
  0.74,
  0.69,
  0.64,
  0.62,
  0.62,
  0.68,
  0.8,
  0.92,
  0.98,
  1,
  1,
  1.12,
  1.4,
  1.62,
  1.6,
  1.46,
  1.34,
  1.24,
  1.16,
  1.1,
  1,
  0.92,
  0.86
];
var weekend = 0.68;
var weekday = 1.128;
var shareMoves = 0.5;
var shareDays = 25;
var Rhythm = class {
  #key;
  #share;
  #market;
  #eastward;
  #day = Number.NaN;
  #fashion = 1;
  /** @param market how volatile the market is: it trades more when prices move. */
  constructor(seed, exchange, { code, base }, market) {
    this.#key = keyOf(seed, "rhythm", `${exchange.code} ${code}`);
    this.#share = keyOf(seed, "share", exchange.code, base);
    this.#market = market;
    this.#eastward = exchange.eastward;
  }
  at(hour2) {
    const today = Math.floor(hour2 / 24);
    if (today !== this.#day) this.#enter(today);
    return byHour[(hour2 + this.#eastward) % 24] * this.#fashion * (0.35 + 0.65 * this.#market.at(hour2));
  }
  #enter(today) {
    this.#day = today;
    const own = 0.25 * normal(draw(this.#key, today)) + 0.3 * noise(this.#key + 1, 9, today);
    const share = shareMoves * noise(this.#share, shareDays, today);
    this.#fashion = exp(own + share - 0.144) * (isWeekend(today) ? weekend : weekday);
  }
};
function isWeekend(day3) {
  return (day3 + 3) % 7 >= 5;
}

// seed/taker-side.ts
var unknownShare = 0.06;
function reportedSide({ takerSide }) {
  if (takerSide === "always_true") return () => 1;
  if (takerSide === "always_false") return () => 0;
  if (takerSide === "null") return () => null;
  if (takerSide === "inverted") return (sell) => sell ? 0 : 1;
  if (takerSide === "with_unknown") return (sell, bits) => unit(bits) < unknownShare ? "unknown" : sell ? 1 : 0;
  return (sell) => sell ? 1 : 0;
}

// seed/trade-id.ts
var idsPerHour = 1e4;
function tradeIds(seed, exchange, base, code) {
  const first = 2e5 + Math.floor(unit(keyOf(seed, "trade id", exchange.code, code)) * 2e5);
  const number = (hour2, n) => (hour2 - first) * idsPerHour + n;
  if (exchange.idStyle === "hex") return (hour2, n) => number(hour2, n).toString(16).padStart(10, "0");
  if (exchange.idStyle === "prefixed") return (hour2, n) => `${base}-${number(hour2, n)}`;
  return (hour2, n) => String(number(hour2, n));
}

// seed/order-flow.ts
var cancelled = 2e-3;
var repriced = 2e-3;
var moodLasts = 30 * second;
var sweeps = 0.22;
var OrderFlow = class {
  #instrument;
  #key;
  #perHour;
  #rhythm;
  #arrivals;
  #fair;
  #name;
  #side;
  #ticksPerUnit;
  #medianLots;
  #named = 0;
  constructor({ seed, prices, profile }, instrument) {
    const exchange = exchangeOf(instrument.exchange);
    this.#instrument = instrument;
    this.#key = keyOf(seed, "orders", instrument.exchange, instrument.class, instrument.code);
    this.#perHour = instrument.rate * profile.pace / 24;
    this.#rhythm = new Rhythm(seed, exchange, instrument, prices.regime);
    this.#arrivals = new Arrivals(seed, prices, instrument.base);
    this.#fair = new FairPrice(seed, prices, instrument);
    this.#name = tradeIds(seed, exchange, instrument.base, instrument.code);
    this.#side = reportedSide(exchange);
    this.#ticksPerUnit = powerOfTen(instrument.priceDecimals) / instrument.tick;
    const lotsPerCoin = powerOfTen(instrument.amountDecimals) / instrument.lot;
    this.#medianLots = instrument.orderSize / assetOf(instrument.base).level * lotsPerCoin;
  }
  /** Adds the trades of an hour counted from 1970. */
  fill(hour2, tape) {
    const stream = new Stream(draw(this.#key, hour2));
    const orders = orderCount(this.#perHour * this.#rhythm.at(hour2), stream);
    if (orders === 0) return;
    this.#named = 0;
    for (const offset of this.#arrivals.of(hour2, orders, stream)) this.#order(hour2, offset, stream, tape);
  }
  #order(hour2, offset, stream, tape) {
    const time = hour2 * hour + offset;
    const mood = normal(draw(this.#key + 1, Math.floor(time / moodLasts)));
    const sell = stream.unit() < 0.5 + 0.13 * mood;
    const away = (sell ? -1 : 1) * this.#instrument.halfSpread * (0.5 + 0.5 * stream.unit());
    const price = this.#fair.at(hour2, offset) * (1 + away) * this.#ticksPerUnit;
    const ticks = Math.max(1, sell ? Math.floor(price) : Math.ceil(price));
    const lots = roundLot(size(this.#medianLots, stream), stream);
    const fills = stream.unit() < sweeps ? 2 + Math.floor(4 * stream.unit() * stream.unit()) : 1;
    this.#fills(hour2, time, sell, ticks, lots, Math.min(fills, lots), stream, tape);
  }
  /** One taker order eats the levels of the book, each no better than the one before. */
  #fills(hour2, time, sell, best, lots, fills, stream, tape) {
    let ticks = best;
    let left = lots;
    const stride = Math.max(1, Math.round(best * this.#instrument.halfSpread * 0.4));
    for (let n = fills; n > 0; n--) {
      const filled = n === 1 ? left : Math.max(1, Math.floor((left - n + 1) * (0.4 + stream.unit()) / n));
      this.#trade(hour2, time, sell, ticks, filled, stream, tape);
      left -= filled;
      ticks = Math.max(1, ticks + (sell ? -1 : 1) * Math.floor(stream.unit() * (stride + 1)));
    }
  }
  #trade(hour2, time, sell, ticks, lots, stream, tape) {
    if (this.#named === idsPerHour) return;
    const { tick, lot } = this.#instrument;
    const id = this.#name(hour2, this.#named++);
    const side = this.#side(sell, stream.bits());
    const fate = stream.unit();
    const versions = fate < cancelled ? inFirst : fate < cancelled + repriced ? inSecond : inBoth;
    if (versions === inSecond) tape.add(time, id, inFirst, misprint(ticks, stream) * tick, lots * lot, side);
    tape.add(time, id, versions, ticks * tick, lots * lot, side);
  }
};
function misprint(ticks, stream) {
  const off = Math.max(1, Math.round(ticks * (1e-3 + 4e-3 * stream.unit())));
  return stream.unit() < 0.5 && ticks > off ? ticks - off : ticks + off;
}

// seed/liquidity.ts
function liquidity(pool2, _time) {
  const [base = "", quote = ""] = pool2.tokens.slice(-2);
  return pool2.depth / Math.sqrt(assetOf(base).level * assetOf(quote).level);
}

// seed/pool-swaps.ts
var memory = 48;
var logIndexStride = 128;
var PoolSwaps = class {
  #pool;
  #key;
  #perHour;
  #blocks;
  #rhythm;
  #fair;
  /** The hour up to which `#last` is known, and the last swap before it. */
  #known = Number.NaN;
  #last = null;
  constructor(seed, pool2, perHour, parts) {
    this.#pool = pool2;
    this.#key = keyOf(seed, "swaps", pool2.id);
    this.#perHour = perHour;
    this.#blocks = parts.blocks;
    this.#rhythm = parts.rhythm;
    this.#fair = parts.fair;
  }
  /** In the order of execution. */
  of(hour2) {
    let price = this.#priceBefore(hour2);
    const moves = this.#moves(hour2);
    const swaps = moves.map((move, i) => {
      const swap = this.#swap(price, move, rank(moves, i));
      price = move.target;
      return swap;
    });
    this.#known = hour2 + 1;
    this.#last = moves.at(-1) ?? this.#last;
    return swaps;
  }
  #swap(from, { block, time, target }, rank2) {
    const amount = liquidity(this.#pool, time) * Math.abs(1 / Math.sqrt(from) - 1 / Math.sqrt(target));
    const first = Math.floor(unit(draw(this.#key + 1, block)) * 16);
    const logIndex = (first + rank2) * logIndexStride + this.#pool.id;
    return { block, time, logIndex, price: Math.sqrt(from * target), amount, sell: target < from };
  }
  /** The price that the pool was left with: a function of the hour alone, whether or not the hours before were asked for. */
  #priceBefore(hour2) {
    if (this.#known !== hour2) this.#last = this.#lastMove(hour2);
    const last = this.#last;
    return last && last.time >= (hour2 - memory) * hour ? last.target : this.#fair.at(hour2, 0);
  }
  #lastMove(before) {
    for (let hour2 = before - 1; hour2 >= before - memory; hour2--) {
      const last = this.#moves(hour2).at(-1);
      if (last) return last;
    }
    return null;
  }
  #moves(hour2) {
    const stream = new Stream(draw(this.#key, hour2));
    const count = poisson(this.#perHour * this.#rhythm.at(hour2), stream);
    if (count === 0) return [];
    const chain = this.#pool.blockchain;
    const first = this.#blocks.number(chain, hour2 * hour - 1) + 1;
    const blocks = this.#blocks.number(chain, (hour2 + 1) * hour - 1) + 1 - first;
    const chosen = Array.from({ length: count }, () => first + Math.floor(stream.unit() * blocks)).sort((a, b) => a - b);
    return chosen.map((block) => this.#move(hour2, block, stream));
  }
  /** Arbitrage leaves a price within the fee of the market's; traders push it further now and then. */
  #move(hour2, block, stream) {
    const time = this.#blocks.time(this.#pool.blockchain, block);
    const push = (0.3 * this.#pool.fee + 2e-5) * (stream.normal() / Math.sqrt(stream.unit() + 0.03));
    return { block, time, target: this.#fair.at(hour2, time - hour2 * hour) * (1 + push) };
  }
};
function rank(moves, at) {
  let n = 0;
  while (n < at && moves[at - n - 1].block === moves[at].block) n++;
  return n;
}

// seed/swap-flow.ts
var SwapFlow = class {
  #instrument;
  #pools;
  constructor({ seed, prices, blocks, profile }, instrument) {
    this.#instrument = instrument;
    const held = pools.filter((pool2) => instrument.pools.includes(pool2.id));
    const depth = held.reduce((sum, pool2) => sum + pool2.depth, 0);
    this.#pools = held.map((pool2) => {
      const rhythm = new Rhythm(seed, exchangeOf(instrument.exchange), instrument, prices.regime);
      const perHour = instrument.rate * profile.pace / 24 * (pool2.depth / depth);
      return new PoolSwaps(seed, pool2, perHour, { blocks, rhythm, fair: new FairPrice(seed, prices, instrument) });
    });
  }
  /** Adds the trades of an hour counted from 1970. */
  fill(hour2, tape) {
    const swaps = this.#pools.flatMap((pool2) => pool2.of(hour2));
    if (this.#pools.length > 1) swaps.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex);
    for (const swap of swaps) this.#trade(swap, tape);
  }
  /** A swap is named by its block and log index, as on chain. */
  #trade({ time, block, logIndex, price, amount, sell }, tape) {
    const { priceDecimals, tick, amountDecimals } = this.#instrument;
    const ticks = Math.max(1, Math.round(price * powerOfTen(priceDecimals) / tick));
    const units = Math.max(1, Math.floor(amount * powerOfTen(amountDecimals)));
    const id = `${block}-${String(logIndex).padStart(4, "0")}`;
    tape.add(time, id, inBoth, ticks * tick, units, sell ? 1 : 0);
  }
};

// seed/valuation.ts
var Valuation = class {
  #prices;
  #priced;
  #part;
  constructor(prices, { option: option3, base, quote }) {
    this.#prices = prices;
    this.#priced = option3 ? base : quote;
    this.#part = option3 ? "volume" : "notional";
  }
  of(hour2, fold2) {
    return Number(fold2[this.#part]) * this.#meanPrice(hour2);
  }
  #meanPrice(hour2) {
    const marks = this.#prices.hour(this.#priced, hour2);
    let sum = 0;
    for (let minute2 = 0; minute2 < 60; minute2++) sum += marks[minute2];
    return sum / 60;
  }
};

// seed/instrument-feed.ts
var InstrumentFeed = class {
  instrument;
  #flow;
  #tape = new Tape();
  #prices = [];
  #trades;
  #bars;
  #followers;
  #hour = Number.NaN;
  /** The first trade of the tape that is not written yet, and the instant up to which trades are. */
  #next = 0;
  #upTo = 0;
  constructor(world, instrument, tables, followers2) {
    this.instrument = instrument;
    this.#flow = instrument.pools.length > 0 ? new SwapFlow(world, instrument) : new OrderFlow(world, instrument);
    this.#trades = tables.trades;
    this.#followers = followers2;
    this.#bars = new BarBook(instrument, tables.bars, new Valuation(world.prices, instrument));
  }
  /** @param start of the store: hours and days that began earlier are not whole and have no bar. */
  write({ from, to }, start) {
    const written = { count: 0, first: 0, last: 0 };
    const end = Math.min(to, Math.ceil(this.instrument.ended / day2) * day2);
    for (let h = Math.floor(Math.max(from, this.instrument.listed) / hour); h * hour < end; h++) {
      this.#enter(h);
      this.#seek(from);
      this.#writeTrades(to, written);
      if (h * hour < this.instrument.ended) this.#follow(h, { from, to }, start);
      if ((h + 1) * hour <= to) this.#close(h, start);
    }
    this.#upTo = to;
    return written;
  }
  #enter(h) {
    if (h === this.#hour) return;
    this.#hour = h;
    this.#upTo = Number.POSITIVE_INFINITY;
    this.#tape.clear();
    const { listed, ended, priceDecimals } = this.instrument;
    if (h * hour < listed || h * hour >= ended) return;
    this.#flow.fill(h, this.#tape);
    for (let i = 0; i < this.#tape.length; i++) this.#prices[i] = formatDecimal(this.#tape.prices[i], priceDecimals);
  }
  #seek(from) {
    if (from < this.#upTo) this.#next = 0;
    while (this.#next < this.#tape.length && this.#tape.times[this.#next] < from) this.#next++;
  }
  #writeTrades(to, written) {
    const { times, length } = this.#tape;
    for (; this.#next < length && times[this.#next] < to; this.#next++) this.#writeTrade(this.#next, written);
  }
  #follow(h, range, start) {
    for (const follower of this.#followers) follower.write(h, this.#tape, range, start);
  }
  #writeTrade(i, written) {
    const { times, ids, versions, amounts, sides } = this.#tape;
    const amount = formatDecimal(amounts[i], this.instrument.amountDecimals);
    this.#trades.add(this.instrument.id, times[i], ids[i], versions[i], this.#prices[i], amount, sides[i]);
    if (!(versions[i] & inFirst)) return;
    if (written.count++ === 0) written.first = times[i];
    written.last = times[i];
  }
  /** Hours before the store's start have no bar, and are not part of a day that has one. */
  #close(h, start) {
    if (h * hour < start) return;
    if (!this.#bars.follows(h)) this.#recall(h, start);
    this.#bars.hour(h, this.#tape, this.#prices, true);
    if ((h + 1) % 24 === 0 && (h - 23) * hour >= start) this.#bars.day(h - 23);
  }
  /** Entered in the middle of a day: folds the hours that it had before. */
  #recall(h, start) {
    const first = Math.max(h - h % 24, Math.ceil(start / hour), Math.ceil(this.instrument.listed / hour));
    for (let past = first; past < h; past++) {
      this.#enter(past);
      this.#bars.hour(past, this.#tape, this.#prices, false);
    }
    this.#enter(h);
  }
};

// seed/reference-prices.ts
var daysBefore = 731;
var ReferencePriceFeed = class {
  #world;
  #prices;
  constructor(sink, world) {
    this.#world = world;
    this.#prices = sink.appender("reference_price", ["asset", "timestamp", "prices"]);
  }
  /** The days that end after the range's start and until its end; with the store's first range, those before it. */
  write({ from, to }, start) {
    const today = Math.floor(from / day2);
    if (from === start) this.#write(today - daysBefore, daysBefore);
    for (let d = today; (d + 1) * day2 <= to; d++) this.#write(d, 1);
    this.#prices.flush();
  }
  #write(first, count) {
    const { prices } = this.#world;
    for (const { code } of assets2) {
      const closes = Array.from({ length: count }, (_, n) => prices.opening(code, (first + n + 1) * 24));
      this.#prices.add(code, first * day2, JSON.stringify(closes));
    }
  }
};

// seed/feed.ts
var tradeColumns = ["instrument", "timestamp", "trade_id", "versions", "price", "amount", "taker_side_sell"];
var barColumns = [
  "instrument",
  "width",
  "timestamp",
  "versions",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "notional",
  "count",
  "usd"
];
var bytesPerTrade = 14;
var TradeFeed = class {
  #sink;
  #world;
  #trades;
  #bars;
  #followers;
  #others;
  #feeds = [];
  /** The hours for which `#feeds` are the instruments. */
  #valid = { from: 0, to: 0 };
  constructor(sink, world) {
    this.#sink = sink;
    this.#world = world;
    this.#trades = sink.appender("trade", tradeColumns);
    this.#bars = sink.appender("bar", barColumns);
    this.#others = [
      new FxFeed(sink, world),
      new ReferencePriceFeed(sink, world),
      new HolderFeed(sink, world),
      new BitcoinFeed(sink, world)
    ];
    this.#followers = new Followers(sink, world);
  }
  /**
   * Instrument by instrument, so that rows come in the order of the primary key.
   * @param start of the store's range; hours and days that began before it have no bar. @param onProgress gets 0 to 1.
   */
  write(range, start, onProgress) {
    this.#open(range);
    this.#feeds.forEach((feed, i) => {
      this.#count(feed.instrument.id, feed.write(range, start));
      onProgress?.((i + 1) / this.#feeds.length);
    });
    this.#trades.flush();
    this.#bars.flush();
    for (const other of this.#others) other.write(range, start);
    this.#followers.flush();
  }
  /** Instruments are listed and ended on whole hours, so one list serves for an hour. */
  #open({ from, to }) {
    if (from >= this.#valid.from && to <= this.#valid.to) return;
    const known = new Map(this.#feeds.map((feed) => [feed.instrument.id, feed]));
    this.#valid = { from: Math.floor(from / day2) * day2, to: Math.ceil(to / hour) * hour };
    this.#feeds = this.#world.instruments(this.#valid).map((one) => known.get(one.id) ?? this.#feedOf(one));
    writeListings(this.#sink, this.#world, { from, to: this.#valid.to }, to);
  }
  #feedOf(instrument) {
    const tables = { trades: this.#trades, bars: this.#bars };
    return new InstrumentFeed(this.#world, instrument, tables, this.#followers.of(instrument));
  }
  #count(id, { count, first, last }) {
    if (count === 0) return;
    this.#sink.run(
      `UPDATE instrument SET trade_start = coalesce(trade_start, ?), trade_end = ?, trade_count = trade_count + ?,
         trade_size = trade_size + ? WHERE id = ?`,
      first,
      last,
      count,
      count * bytesPerTrade,
      id
    );
  }
};
function writeTrades(sink, world, range, onProgress) {
  new TradeFeed(sink, world).write(range, range.from, onProgress);
  world.prices.forget();
}

// seed/derivative-listings.ts
var perpetualListings = {
  bbit: {
    usdt: "btc eth sol xrp doge bnb ada ltc link avax sui trx dot bch pol uni aave near atom arb op apt",
    usd: "btc eth"
  },
  binc: {
    usdt: "btc eth sol xrp doge bnb ada ltc link avax sui trx dot bch uni aave near atom arb op apt etc fil crv ldo",
    usdc: "btc eth",
    usd: "btc eth"
  },
  okex: { usdt: "btc eth sol xrp doge ada ltc link avax sui", usd: "btc eth" },
  drbt: { usd: "btc eth", usdc: "sol xrp" },
  btmx: { usd: "btc eth", usdt: "btc eth sol xrp" }
};
var wide = [0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.6];
var narrow = [0.8, 1, 1.25];
var series = [
  future("drbt", "btc", "usd", "quarterly", 2),
  future("drbt", "eth", "usd", "quarterly", 2),
  option("drbt", "btc", "quarterly", 2, wide),
  option("drbt", "eth", "quarterly", 2, wide),
  option("drbt", "btc", "daily", 1, [1]),
  future("okex", "btc", "usd", "quarterly", 2),
  future("okex", "eth", "usd", "quarterly", 2),
  option("okex", "btc", "quarterly", 2, narrow),
  option("okex", "eth", "quarterly", 2, narrow),
  future("binc", "btc", "usd", "quarterly", 2),
  future("binc", "eth", "usd", "quarterly", 2),
  future("bbit", "btc", "usd", "quarterly", 2),
  future("bbit", "eth", "usd", "quarterly", 2),
  future("btmx", "btc", "usd", "quarterly", 2),
  future("okex", "btc", "usdt", "weekly", 2),
  future("drbt", "btc", "usd", "weekly", 2)
];
function future(exchange, base, quote, cadence, ahead) {
  return { exchange, class: "future", base, quote, cadence, ahead, strikes: [] };
}
function option(exchange, base, cadence, ahead, strikes) {
  return { exchange, class: "option", base, quote: "usd", cadence, ahead, strikes };
}

// seed/expiry-calendar.ts
var expiryHour = 8 * hour;
function expiry(cadence, n) {
  if (cadence === "daily") return n * day2 + expiryHour;
  if (cadence === "weekly") return (n * 7 + 1) * day2 + expiryHour;
  return lastFridayOfQuarter(n) * day2 + expiryHour;
}
function nextExpiry(cadence, time) {
  const length = { daily: day2, weekly: 7 * day2, quarterly: 91.3125 * day2 }[cadence];
  let n = Math.floor(time / length) - 1;
  while (expiry(cadence, n) <= time) n++;
  return n;
}
function expiryDate(time) {
  return new Date(time).toISOString().slice(2, 10).replaceAll("-", "");
}
function lastFridayOfQuarter(n) {
  const year2 = 1970 + Math.floor(n / 4);
  const lastDay = Date.UTC(year2, ((n % 4 + 4) % 4 + 1) * 3, 0) / day2;
  return lastDay - ((lastDay - 1) % 7 + 7) % 7;
}

// seed/spot-listings.ts
var spotListings = {
  cbse: {
    usd: "btc eth sol xrp doge ada ltc link avax sui dot bch pol uni aave xlm near atom arb op apt etc fil xtz algo ldo crv comp snx usdt paxg cbeth msol cc",
    eur: "btc eth sol xrp ltc usdc eurc",
    gbp: "btc eth sol",
    usdt: "btc eth sol usdc",
    btc: "eth ltc",
    usdc: "eurc"
  },
  bnce: {
    usdt: "btc eth sol xrp doge bnb ada ltc link avax sui trx dot bch pol uni aave xlm near atom arb op apt etc fil algo ldo crv cake wbtc paxg eur",
    usdc: "btc eth sol xrp doge bnb",
    fdusd: "btc eth sol bnb",
    btc: "eth sol bnb ltc wbtc",
    try: "btc eth usdt xrp",
    brl: "btc usdt",
    eur: "btc eth"
  },
  krkn: {
    usd: "btc eth sol xrp doge ada ltc link avax sui dot bch trx usdt usdc dai paxg atom etc xtz algo mkr aave tusd pyusd",
    eur: "btc eth sol xrp doge ada ltc dot usdt usdc",
    gbp: "btc eth usdt",
    btc: "eth ltc xrp",
    cad: "btc eth usdt",
    chf: "btc eth usdt",
    aud: "btc eth usdt",
    usdt: "btc eth"
  },
  bfnx: {
    usd: "btc eth sol xrp ltc doge etc xlm link dot xaut usdt",
    usdt: "btc eth sol",
    eur: "btc eth",
    gbp: "btc",
    jpy: "btc",
    btc: "eth ltc xrp"
  },
  stmp: {
    usd: "btc eth sol xrp ltc bch link xlm usdt usdc paxg uni aave",
    eur: "btc eth xrp ltc usdt",
    gbp: "btc eth",
    btc: "eth xrp ltc",
    usdt: "btc eth"
  },
  gmni: { usd: "btc eth sol ltc bch doge link gusd paxg", eur: "btc eth", gbp: "btc", sgd: "btc", btc: "eth" },
  okex: {
    usdt: "btc eth sol xrp doge ada ltc link avax sui trx dot bch uni etc fil near op arb steth",
    usdc: "btc eth sol",
    btc: "eth ltc",
    aed: "btc usdt"
  },
  huob: { usdt: "btc eth sol xrp doge trx ada ltc etc bch btc3l btc3s eth3l eth3s", usdc: "btc", btc: "eth" },
  kcon: { usdt: "btc eth sol xrp doge ada sui ltc link pol btc3l btc3s eth3l eth3s", usdc: "btc eth", btc: "eth" },
  gate: { usdt: "btc eth sol xrp doge sui ltc cc ray orca gmx btc3l btc3s eth3l eth3s", usdc: "btc" },
  crco: { usd: "btc eth sol xrp doge ada ltc", usdt: "btc eth sol" },
  upbt: { krw: "btc eth xrp sol doge ada usdt trx etc sui", btc: "eth xrp", usdt: "btc eth" },
  bthb: { krw: "btc eth xrp sol doge usdt ada" },
  bfly: { jpy: "btc eth xrp xlm", btc: "eth", eur: "btc", usd: "btc" },
  itbi: { usd: "btc eth sol ltc paxg usdp", eur: "btc", sgd: "btc" },
  lmax: { usd: "btc eth sol xrp ltc bch", eur: "btc eth", gbp: "btc eth", jpy: "btc" }
};
var passingSlots = [
  { exchange: "kcon", quote: "usdt" },
  { exchange: "gate", quote: "usdt" },
  { exchange: "bnce", quote: "usdt" },
  { exchange: "cbse", quote: "usd" },
  { exchange: "bfnx", quote: "usd" },
  { exchange: "huob", quote: "usdt" }
];

// seed/activity.ts
var ordersPerDay = 1800;
var quoteShares = [1, 0.2, 0.12, 0.1, 0.08, 0.06, 0.05, 0.05];
function activity(exchange, base, place) {
  const popularity = assetOf(base).popularity / 100;
  const share = exchange.weight * popularity * (quoteShares[place] ?? 0.05);
  return {
    // Orders concentrate more than money does: a few instruments make most of a tape.
    rate: Math.max(2, ordersPerDay * share * Math.sqrt(share * Math.sqrt(share))),
    orderSize: 60 + 500 * Math.sqrt(share),
    halfSpread: 6e-5 + 5e-5 / Math.sqrt(share + 2e-3)
  };
}

// seed/instrument.ts
var always = { listed: 0, ended: Number.POSITIVE_INFINITY };

// seed/pair-code.ts
var krakenPrefix = {
  ...Object.fromEntries(["xbt", "eth", "xrp", "ltc", "xlm", "etc", "doge"].map((code) => [code, "X"])),
  ...Object.fromEntries(["usd", "eur", "gbp", "cad", "jpy"].map((code) => [code, "Z"]))
};
var bitfinexCode = { usdt: "UST", usdc: "UDC", algo: "ALG" };
var styles = {
  "BTC-USD": (base, quote) => `${base}-${quote}`.toUpperCase(),
  BTC_USD: (base, quote) => `${base}_${quote}`.toUpperCase(),
  "BTC/USD": (base, quote) => `${base}/${quote}`.toUpperCase(),
  BTCUSD: (base, quote) => `${base}${quote}`.toUpperCase(),
  btcusd: (base, quote) => base + quote,
  btc_usd: (base, quote) => `${base}_${quote}`,
  XXBTZUSD: (base, quote) => kraken(base, quote),
  XBTUSD: (base, quote) => `${xbt(base)}${xbt(quote)}`.toUpperCase(),
  tBTCUSD: (base, quote) => bitfinex(base, quote),
  "USD-BTC": (base, quote) => `${quote}-${base}`.toUpperCase()
};
function pairCode(style, base, quote) {
  return styles[style](base, quote);
}
function xbt(code) {
  return code === "btc" ? "xbt" : code;
}
function kraken(base, quote) {
  const [left, right] = [krakenPrefix[xbt(base)], krakenPrefix[xbt(quote)]];
  const prefixed = left && right ? left + xbt(base) + right + xbt(quote) : xbt(base) + xbt(quote);
  return prefixed.toUpperCase();
}
function bitfinex(base, quote) {
  const [left, right] = [bitfinexCode[base] ?? base.toUpperCase(), bitfinexCode[quote] ?? quote.toUpperCase()];
  return left.length > 3 || right.length > 3 ? `t${left}:${right}` : `t${left}${right}`;
}

// seed/precision.ts
var amountDigits = 2;
function grid(level, usd, digits, fives2) {
  const priceDecimals = clamp(digits - 1 - magnitude(level), 0, 15);
  const wanted = magnitude(usd) + amountDigits;
  const amountDecimals = clamp(wanted, 0, 8);
  return { priceDecimals, tick: fives2 ? 5 : 1, amountDecimals, lot: wanted < 0 ? powerOfTen(Math.min(-wanted, 3)) : 1 };
}
function clamp(x, low, high) {
  return Math.min(high, Math.max(low, x));
}

// seed/standing-instruments.ts
var idsPerBase = 1e3;
var leverage = 6;
function standingInstruments() {
  const all = [...spotInstruments(), ...dexInstruments(), ...perpetuals()];
  const seen = /* @__PURE__ */ new Map();
  for (const instrument of all) {
    const place = seen.get(instrument.base) ?? 0;
    seen.set(instrument.base, place + 1);
    instrument.id = (assetPosition(instrument.base) + 1) * idsPerBase + place;
  }
  return all.sort((a, b) => a.id - b.id);
}
function spot(exchange, base, quote, place) {
  const usd = assetOf(base).level;
  return {
    ...always,
    ...identity(exchange, base, quote),
    ...activity(exchange, base, place),
    ...grid(usd / assetOf(quote).level, usd, exchange.digits, exchange.fives),
    pairCode: pairCode(exchange.pairStyle, base, quote)
  };
}
function identity(exchange, base, quote) {
  const code = `${base}-${quote}`;
  const nothing = { blockchain: null, expiry: null, option: null };
  return {
    ...nothing,
    id: 0,
    exchange: exchange.code,
    class: "spot",
    code,
    base,
    quote,
    legacySymbol: base + quote,
    pools: []
  };
}
function spotInstruments() {
  return pairs(spotListings).map(({ exchange, base, quote, place }) => spot(exchange, base, quote, place));
}
function perpetuals() {
  return pairs(perpetualListings).map(perpetual);
}
function perpetual({ exchange, base, quote, place }) {
  const plain = spot(exchange, base, quote, place);
  return {
    ...plain,
    class: "perpetual-future",
    orderSize: plain.orderSize * leverage,
    pairCode: perpetualCode(exchange, base, quote),
    legacySymbol: `${base}${quote}_perp`
  };
}
function perpetualCode(exchange, base, quote) {
  const pair = pairCode(exchange.pairStyle, base, quote);
  if (exchange.code === "drbt")
    return quote === "usd" ? `${base}-perpetual`.toUpperCase() : `${base}_${quote}-perpetual`.toUpperCase();
  if (exchange.code === "okex") return `${pair}-SWAP`;
  return exchange.code === "btmx" ? pair : `${pair}_perp`;
}
function dexInstruments() {
  const byPair = /* @__PURE__ */ new Map();
  for (const pool2 of pools) {
    if (pool2.type === "vault") continue;
    const pair = `${pool2.protocol} ${pool2.tokens.slice(-2).join("-")}`;
    byPair.set(pair, [...byPair.get(pair) ?? [], pool2]);
  }
  return [...byPair.values()].map(dexInstrument);
}
function dexInstrument(held) {
  const [base = "", quote = ""] = held[0].tokens.slice(-2);
  const exchange = exchangeOf(held[0].protocol);
  const usd = assetOf(base).level;
  return {
    ...spot(exchange, base, quote, 0),
    ...grid(usd / assetOf(quote).level, usd * 1e4, exchange.digits, exchange.fives),
    blockchain: held[0].blockchain,
    pools: held.map((pool2) => pool2.id)
  };
}
function pairs(listings) {
  return Object.entries(listings).flatMap(
    ([exchange, quotes]) => Object.entries(quotes).flatMap(
      ([quote, bases], place) => bases.split(" ").map((base) => ({ exchange: exchangeOf(exchange), base, quote, place }))
    )
  );
}

// seed/expiring-instruments.ts
var idsPerSeries = 1e6;
var idsPerExpiry = 16;
var passingQuarters = 3;
function contracts2(one, prices, { from, to }, short) {
  const ahead = short && one.cadence !== "daily" ? 1 : one.ahead;
  const found = [];
  for (let n = nextExpiry(one.cadence, from); expiry(one.cadence, n - ahead) < to; n++) {
    const listed = expiry(one.cadence, n - ahead);
    if (isQuarterly(one, n)) continue;
    if (one.class === "future") found.push(future2(one, n, listed));
    else found.push(...options(one, prices, n, listed, short));
  }
  return found;
}
function isQuarterly({ cadence }, n) {
  const ended = expiry(cadence, n);
  return cadence !== "quarterly" && expiry("quarterly", nextExpiry("quarterly", ended - 1)) === ended;
}
function future2(one, n, listed) {
  const exchange = exchangeOf(one.exchange);
  const ended = expiry(one.cadence, n);
  const date = expiryDate(ended);
  const plain = scaled(spot(exchange, one.base, one.quote, 0), 0.1);
  const dates = { listed, ended, expiry: ended };
  const names = {
    code: `${plain.code}-${date}`,
    legacySymbol: plain.legacySymbol + date,
    pairCode: contractCode(exchange, one, ended)
  };
  return { ...plain, ...dates, ...names, class: "future", id: contractId(one, n, 0) };
}
function options(one, prices, n, listed, short) {
  const price = prices.at(one.base, listed);
  return one.strikes.flatMap((multiple, place) => {
    if (short && multiple !== 1) return [];
    const strike = roundStrike(price * multiple, price);
    return [true, false].map((call, side) => option2(one, n, listed, { strike, call }, place * 2 + side));
  });
}
function option2(one, n, listed, terms, place) {
  const underlying = future2(one, n, listed);
  const tail = `-${terms.strike}-${terms.call ? "c" : "p"}`;
  return {
    ...underlying,
    class: "option",
    id: contractId(one, n, place),
    code: underlying.code + tail,
    pairCode: underlying.pairCode + tail.toUpperCase(),
    legacySymbol: underlying.legacySymbol + tail,
    option: terms,
    // A contract of a day or two still trades.
    rate: one.cadence === "daily" ? 16 : underlying.rate * 0.15,
    orderSize: underlying.orderSize * 15,
    amountDecimals: 1,
    lot: 1,
    halfSpread: 0.012
  };
}
function contractId(one, n, place) {
  return (series.indexOf(one) + 1) * idsPerSeries + n * idsPerExpiry + place;
}
function contractCode(exchange, one, ended) {
  const plain = spot(exchange, one.base, one.quote, 0).pairCode;
  if (exchange.code !== "drbt") return `${plain}${plain.includes("-") ? "-" : "_"}${expiryDate(ended)}`;
  const [, date = "", month = "", year2 = ""] = /, (\d+) (\w+) \d\d(\d\d)/.exec(new Date(ended).toUTCString()) ?? [];
  return `${one.base}-${Number(date)}${month}${year2}`.toUpperCase();
}
function roundStrike(wanted, price) {
  const power = powerOfTen(magnitude(price / 50));
  const lead = price / 50 / power;
  const step = power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
  return Math.round(wanted / step) * step;
}
function scaled(instrument, share) {
  const { rate, orderSize, halfSpread } = instrument;
  return {
    ...instrument,
    rate: Math.max(3, rate * share),
    orderSize: orderSize * leverage,
    halfSpread: halfSpread * 1.5
  };
}
function passingListings(seed, { from, to }) {
  return passingSlots.flatMap((slot2, place) => {
    const exchange = exchangeOf(slot2.exchange);
    const found = [];
    for (let n = nextExpiry("quarterly", from - 92 * day2); change(seed, place, n - passingQuarters) < to; n++) {
      const [listed, ended] = [change(seed, place, n - passingQuarters), change(seed, place, n)];
      const coin = passingCoins[(n + place * 4) % passingCoins.length];
      const id = (series.length + 1 + place) * idsPerSeries + n;
      if (ended > from) found.push({ ...spot(exchange, coin.code, slot2.quote, 0), id, listed, ended });
    }
    return found;
  });
}
function change(seed, slot2, quarter) {
  const wait = Math.floor(unit(keyOf(seed, "passing", slot2, quarter)) * 85 * 24);
  return expiry("quarterly", quarter) + wait * hour;
}

// seed/world.ts
var World = class {
  seed;
  profile;
  prices;
  blocks;
  books;
  #standing;
  #only;
  constructor(seed, profile) {
    this.seed = seed;
    this.profile = profile;
    this.prices = new Prices(seed, assets2);
    this.blocks = new Blocks(seed);
    this.#only = profile.only && new Set(profile.only);
    this.#standing = standingInstruments().filter((instrument) => this.#has(instrument));
    this.books = new RecordedBooks((range) => this.instruments(range));
  }
  /** Those that trade at some time in the range, by id. */
  instruments(range) {
    const short = this.#only !== null;
    const passing = short ? [] : passingListings(this.seed, range);
    const expiring = series.filter((one) => this.#has({ ...one, code: `${one.base}-${one.quote}` })).flatMap((one) => contracts2(one, this.prices, range, short));
    return [...this.#standing, ...passing, ...expiring].sort((a, b) => a.id - b.id);
  }
  #has({ exchange, class: kind, code }) {
    return this.#only?.has(`${exchange} ${kind} ${code}`) ?? true;
  }
};
function createWorld(options2) {
  return new World(options2.seed, profiles[options2.profile]);
}

// seed/index.ts
var schemaUrl = new URL("schema.sql", import.meta.url);

// src/extension.ts
var Extension = class {
  #store;
  #feed;
  #frozen;
  constructor(wanted) {
    this.#store = Store.open(wanted.path, { readonly: false });
    this.#frozen = wanted.now !== "live";
    this.#store.writeAheadLog();
    this.#feed = new TradeFeed(this.#store, createWorld({ seed: wanted.seed, profile: wanted.profile }));
  }
  /** Appends what happened until `to`, a day at most in a transaction: a kill loses nothing that was committed. */
  reach(to, progress) {
    const start = identityOf(this.#store).end;
    for (let end = start; end < to; ) {
      end = this.#step(Math.min(to, end + day));
      progress?.((end - start) / (to - start));
    }
  }
  /** Another process may feed the same store: where it ends is read anew within the transaction. */
  #step(to) {
    return this.#store.transaction(() => {
      const { start, end } = identityOf(this.#store);
      if (end >= to) return end;
      this.#store.loadFingerprints();
      this.#feed.write({ from: end, to }, start);
      this.#store.saveFingerprints();
      this.#store.run("UPDATE store SET value = ? WHERE name = 'end'", String(to));
      return to;
    });
  }
  close() {
    if (this.#frozen) this.#store.singleFile();
    this.#store.close();
  }
};

export {
  writeCatalogue,
  writeTrades,
  createWorld,
  schemaUrl,
  Extension
};
