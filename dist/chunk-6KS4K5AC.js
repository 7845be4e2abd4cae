// seed/profiles.ts
var tinyInstruments = [
  "cbse spot btc-usd",
  "cbse spot eth-usd",
  "bnce spot btc-usdt",
  "bnce spot eth-usdt",
  "krkn spot btc-usd",
  "krkn spot btc-eur",
  "krkn spot eth-btc",
  "krkn spot usdt-usd",
  "stmp spot btc-usd",
  "gmni spot btc-usd",
  "itbi spot btc-usd",
  "huob spot eth-btc",
  "bthb spot btc-krw",
  "usp3 spot weth-usdc",
  "curv spot usdc-usdt",
  "bbit perpetual-future btc-usdt",
  "drbt future btc-usd",
  "drbt option btc-usd"
];
var profiles = {
  tiny: { days: 3, pace: 1.6, only: tinyInstruments },
  standard: { days: 120, pace: 1, only: null },
  large: { days: 180, pace: 6, only: null }
};

export {
  profiles
};
