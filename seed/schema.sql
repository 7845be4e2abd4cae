-- The store: one market, as an exchange, a chain or a rate provider would have reported it.
-- Rows are only ever added, so that a page read once stays true. The exceptions: an instrument's listing dates and counters,
-- and its last blocks of trades and bars, which grow.
-- Any program may fill these tables; the server serves whatever stands in them.
-- Times are integers in milliseconds since 1970 UTC. Prices and amounts are exact decimals as text, as the wire shows them:
-- no exponent, no trailing zeros. Codes are lower case.

CREATE TABLE store (
  name  TEXT PRIMARY KEY,      -- seed, profile, source ('seed' or the name of whoever filled it), start, end (exclusive)
  value TEXT NOT NULL
) WITHOUT ROWID;

-- One line per table: how many rows it has and the sum of their hashes, whatever order they came in.
CREATE TABLE fingerprint (
  "table" TEXT PRIMARY KEY,
  rows    INTEGER NOT NULL,
  high    INTEGER NOT NULL,
  low     INTEGER NOT NULL
) WITHOUT ROWID;

-- Awkward moments of the market, as docs/scenarios.md lists them. A row is added when its range is over.
CREATE TABLE scenario (
  name    TEXT PRIMARY KEY,              -- its kind and day
  title   TEXT NOT NULL,
  subject TEXT NOT NULL,                 -- an instrument as exchange/class/code, or the address of a pool
  "from"  INTEGER NOT NULL,
  "until" INTEGER NOT NULL               -- exclusive
) WITHOUT ROWID;

CREATE TABLE exchange (
  code        TEXT PRIMARY KEY,
  name        TEXT NOT NULL,
  legacy_slug TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('centralised', 'decentralised')),
  -- What taker_side_sell means in this exchange's trades: 'taker', 'with_unknown', 'always_true', 'always_false', 'null', 'inverted'.
  taker_side  TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE asset (
  code          TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  asset_class   TEXT NOT NULL,           -- the primary class
  asset_classes TEXT NOT NULL            -- a JSON array of the secondary classes
) WITHOUT ROWID;

CREATE TABLE chain (
  code          TEXT PRIMARY KEY,
  confirmations INTEGER NOT NULL,        -- blocks upon a block that make it final
  confirmation  INTEGER NOT NULL         -- milliseconds after which a block surely has as many upon it
) WITHOUT ROWID;

CREATE TABLE protocol (
  code TEXT PRIMARY KEY,                 -- of pools and vaults; a DEX's code is also its exchange code
  name TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE pool (
  id           INTEGER PRIMARY KEY,
  blockchain   TEXT NOT NULL,
  address      TEXT NOT NULL,
  name         TEXT NOT NULL,
  protocol     TEXT NOT NULL REFERENCES protocol (code),
  type         TEXT NOT NULL,            -- 'constant_product', 'concentrated', 'weighted', 'stable', 'vault'
  fee          REAL NOT NULL,            -- fraction of the swapped amount; 0.003 is 0.3 %
  tick_spacing INTEGER,                  -- concentrated pools only
  weights      TEXT,                     -- weighted pools only: a JSON array in the order of the tokens
  base_position INTEGER,                 -- of the token that is traded as the base; the next one is the quote; NULL: a vault
  UNIQUE (blockchain, address)
);

CREATE TABLE pool_token (
  pool     INTEGER NOT NULL REFERENCES pool (id),
  position INTEGER NOT NULL,             -- 0, 1, … as in the contract
  asset    TEXT NOT NULL,                -- asset code
  symbol   TEXT NOT NULL,                -- as written on chain
  address  TEXT NOT NULL,
  decimals INTEGER NOT NULL,
  PRIMARY KEY (pool, position)
) WITHOUT ROWID;

CREATE TABLE instrument (
  id                   INTEGER PRIMARY KEY,
  exchange_code        TEXT NOT NULL REFERENCES exchange (code),
  class                TEXT NOT NULL,    -- 'spot', 'future', 'perpetual-future', 'option'
  code                 TEXT NOT NULL,    -- base-quote for spot
  base_asset           TEXT NOT NULL REFERENCES asset (code),
  quote_asset          TEXT NOT NULL REFERENCES asset (code),
  exchange_pair_code   TEXT NOT NULL,    -- the exchange's own identifier
  legacy_exchange_slug TEXT NOT NULL,
  legacy_symbol        TEXT NOT NULL,
  blockchain           TEXT,             -- where a DEX instrument trades
  amount_decimals      INTEGER NOT NULL, -- decimal places of its amounts, at most
  price_decimals       INTEGER NOT NULL, -- decimal places of its prices, at most
  price_tick           INTEGER NOT NULL DEFAULT 1, -- the step of its prices, in units of their last decimal place
  listed               INTEGER,          -- when trading begins; NULL: before any store does
  ends                 INTEGER,          -- when it is delisted or expires; NULL: with no end in sight
  ended                INTEGER NOT NULL DEFAULT 0, -- 1: delisted or expired, no trade will follow
  trade_start          INTEGER,          -- its first trade
  trade_end            INTEGER,          -- its last trade so far
  trade_count          INTEGER NOT NULL DEFAULT 0, -- in version 1
  trade_size           INTEGER NOT NULL DEFAULT 0, -- bytes of its trades, compressed, about
  UNIQUE (exchange_code, class, code)
);

-- Instruments that this profile leaves out and the profile `standard` has; of futures and options, the underlying pair.
CREATE TABLE omitted_instrument (
  exchange_code TEXT NOT NULL REFERENCES exchange (code),
  class         TEXT NOT NULL,
  code          TEXT NOT NULL,
  PRIMARY KEY (exchange_code, class, code)
) WITHOUT ROWID;

CREATE TABLE instrument_pool (
  instrument INTEGER NOT NULL REFERENCES instrument (id),
  pool       INTEGER NOT NULL REFERENCES pool (id),
  PRIMARY KEY (instrument, pool)
) WITHOUT ROWID;

-- Trades, in blocks of consecutive ones of an instrument: an instrument's blocks have no common millisecond. Blocks are packed
-- (src/market/trade-block.ts) or, as any program may write them, a JSON array with one element for each trade:
--   [timestamp, trade id, versions, price, amount, taker_side_sell]
-- ordered by timestamp and, within a millisecond, by trade id as text. Price and amount are texts, taker_side_sell is 1, 0,
-- "unknown" or null. Versions are the dataset versions in which the trade stands, as bits: 1 is v1, 2 is v2, 3 both. A trade
-- that v2 cancels has 1; a trade that v2 reprices stands twice, with 1 and with 2. The commands `export trade` and
-- `export bar` list trades and bars as rows.
CREATE TABLE trade_block (
  instrument INTEGER NOT NULL,
  start      INTEGER NOT NULL,           -- the timestamp of its first trade
  count      INTEGER NOT NULL,           -- its trades, in all versions
  trades     BLOB NOT NULL,              -- packed; or TEXT, a JSON array. The last block of an instrument takes further trades
  PRIMARY KEY (instrument, start)
);

-- Bars of whole, finished hours and days: folds of the trades above, kept so that long ranges need not read them. Hours and
-- days without trades have none. They stand in blocks as trades do, packed (src/market/bar-block.ts) or a JSON array with one
-- element for each bar:
--   [timestamp, versions, open, high, low, close, volume, notional, count, usd]
-- ordered by timestamp, which is the bar's start; the two bars of a time that the versions differ in share a block. Prices, volume
-- (Σ amount) and notional (Σ price × amount) are exact, as texts. usd is what the trades are worth: Σ price × amount at the mean USD
-- price of the quote over the hour; of an option Σ amount at that of the base. A day's is the sum of its hours'. null: not known.
CREATE TABLE bar_block (
  instrument INTEGER NOT NULL,
  width      INTEGER NOT NULL,           -- 3600000 or 86400000
  start      INTEGER NOT NULL,           -- the timestamp of its first bar
  count      INTEGER NOT NULL,           -- its bars
  bars       BLOB NOT NULL,              -- packed; or TEXT, a JSON array. The last block of a width takes further bars
  PRIMARY KEY (instrument, width, start)
);

-- Order books, one a minute at least. They are stored in two ways, which are served alike: recorded books level by level,
-- generated ones by the hour.

-- A book as it was recorded. A side is a JSON array of levels, the best first, each [price, amount] as two decimal texts with
-- at most the instrument's decimal places: '[["95000.5","0.25"],["95000","1.5"]]'. A side without orders is '[]'. Where both
-- ways have a book for one poll_timestamp, this one counts.
CREATE TABLE order_book_snapshot (
  instrument     INTEGER NOT NULL,
  poll_timestamp INTEGER NOT NULL,
  timestamp      INTEGER,                -- the exchange's own; NULL where it gives none
  bids           TEXT NOT NULL,
  asks           TEXT NOT NULL,
  PRIMARY KEY (instrument, poll_timestamp)
) WITHOUT ROWID;

-- The generated books of an hour: the market's condition and a mid price a minute, packed as src/market/book-hour.ts says.
-- A row may hold books of minutes that are still to come.
CREATE TABLE order_book_hour (
  instrument INTEGER NOT NULL REFERENCES order_book_shape (instrument),
  timestamp  INTEGER NOT NULL,           -- its start
  books      BLOB NOT NULL,
  PRIMARY KEY (instrument, timestamp)
) WITHOUT ROWID;

-- What the generated books of an instrument have in common. Their levels follow from these numbers, the hour's row and the
-- minute, as src/market/book-shape.ts and src/market/book-hour.ts say. Distances are fractions of the best price.
CREATE TABLE order_book_shape (
  instrument  INTEGER PRIMARY KEY REFERENCES instrument (id),
  key         INTEGER NOT NULL,          -- of its random numbers: 32 bits, signed
  lot         INTEGER NOT NULL,          -- the step of its amounts, in units of their last decimal place
  levels      INTEGER NOT NULL,          -- price levels a side, about
  reach       REAL NOT NULL,             -- how far they go
  step        REAL NOT NULL,             -- the least distance of the second level
  spread      REAL NOT NULL,             -- the usual difference of the best prices
  tight       REAL NOT NULL,             -- how often that is one tick: 0 to 1
  near        REAL NOT NULL,             -- what is quoted near the price: the usual scale of its weights, in lots
  near_weight REAL NOT NULL,             -- their sum
  near_within REAL NOT NULL,             -- the distance within which half of it is
  far         REAL NOT NULL,             -- what waits further out: the usual scale of its weights, in lots
  far_weight  REAL NOT NULL,             -- their sum within 1 % of the best price
  unevenness  REAL NOT NULL,             -- standard deviation of the logarithms of level sizes
  timed       INTEGER NOT NULL           -- 1: the exchange gives a time with its books
);

-- Trades by which an exchange closed a customer's position. Numbers are what the wire shows.
CREATE TABLE liquidation (
  instrument    INTEGER NOT NULL,
  timestamp     INTEGER NOT NULL,
  trade_id      TEXT NOT NULL,
  position_side TEXT NOT NULL,           -- 'long' or 'short': what was closed
  price         REAL NOT NULL,           -- in USD
  amount        REAL NOT NULL,           -- of the base
  amount_quote  REAL NOT NULL,
  amount_usd    REAL NOT NULL,           -- amount_quote × rate
  rate          REAL NOT NULL,           -- USD of one unit of the quote
  PRIMARY KEY (instrument, timestamp, trade_id)
) WITHOUT ROWID;

-- What an asset costs in USD at the end of each UTC day, from two years before the store's start on. A row holds consecutive
-- days: the past in one row, since then a row a day.
CREATE TABLE reference_price (
  asset     TEXT NOT NULL,
  timestamp INTEGER NOT NULL,            -- the start of the first day
  prices    TEXT NOT NULL,               -- a JSON array of numbers, one per day
  PRIMARY KEY (asset, timestamp)
) WITHOUT ROWID;

CREATE VIEW reference_price_day AS
  SELECT asset, timestamp + key * 86400000 AS timestamp, value AS price_usd
  FROM reference_price, json_each(prices);

-- Foreign exchange. The currencies that have rates against the dollar; position and decimals say how they are written below.
CREATE TABLE fx_currency (
  code     TEXT PRIMARY KEY,
  position INTEGER NOT NULL UNIQUE,      -- 0, 1, …: its place in the arrays
  decimals INTEGER NOT NULL              -- a rate of 109215 is 1.09215 USD where this is 5
) WITHOUT ROWID;

-- The mean rate of each minute in which currencies trade. Where a minute is missing, the last rate before it stands.
CREATE TABLE fx_minute (
  timestamp INTEGER PRIMARY KEY,         -- its start
  rates     TEXT NOT NULL                -- a JSON array of integers: rates in the first minute of an hour, then changes since the row before
);

-- The same of each finished hour in which currencies trade, kept so that long intervals need not read their minutes.
CREATE TABLE fx_hour (
  timestamp INTEGER PRIMARY KEY,         -- its start
  totals    TEXT NOT NULL,               -- a JSON array of integers: the sums of the sixty minutes' rates
  lasts     TEXT NOT NULL                -- a JSON array of integers: the last minute's rates
);

-- The addresses that hold most of a token.
CREATE TABLE token_holder (
  id         INTEGER PRIMARY KEY,
  blockchain TEXT NOT NULL,
  asset      TEXT NOT NULL REFERENCES asset (code),
  address    TEXT NOT NULL,
  UNIQUE (asset, blockchain, address)
);

-- In how many hands a token is at each midnight UTC.
CREATE TABLE token_holder_count (
  asset      TEXT NOT NULL,
  blockchain TEXT NOT NULL,
  timestamp  INTEGER NOT NULL,
  holders    INTEGER NOT NULL,
  PRIMARY KEY (asset, timestamp, blockchain)
) WITHOUT ROWID;

-- What each of the largest holders has at midnight, where it is a hundredth of the supply or more.
CREATE TABLE token_holding (
  holder    INTEGER NOT NULL REFERENCES token_holder (id),
  timestamp INTEGER NOT NULL,
  amount    REAL NOT NULL,
  PRIMARY KEY (holder, timestamp)
) WITHOUT ROWID;

-- The blocks of bitcoin. Several may have the same time, which is told in whole seconds.
CREATE TABLE bitcoin_block (
  number    INTEGER PRIMARY KEY,
  timestamp INTEGER NOT NULL,
  price_usd REAL NOT NULL                -- of a bitcoin at that time
);
CREATE INDEX bitcoin_block_timestamp ON bitcoin_block (timestamp);

-- What they hold; the first of a block is its coinbase. What a transaction spends is what it pays out and its fees.
CREATE TABLE bitcoin_transaction (
  block_number      INTEGER NOT NULL,
  transaction_index INTEGER NOT NULL,    -- 0, 1, … within the block
  hash              BLOB NOT NULL,       -- 32 bytes, with the witnesses
  id                BLOB,                -- without them; NULL: the same
  senders           TEXT NOT NULL,       -- a JSON array of addresses; of a coinbase it is empty
  receivers         TEXT NOT NULL,       -- a JSON array of addresses
  amount_out        INTEGER NOT NULL,    -- in satoshi
  fees              INTEGER NOT NULL,    -- in satoshi
  PRIMARY KEY (block_number, transaction_index)
) WITHOUT ROWID;
CREATE INDEX bitcoin_transaction_hash ON bitcoin_transaction (substr(hash, 1, 6));
CREATE INDEX bitcoin_transaction_id ON bitcoin_transaction (substr(id, 1, 6));

-- What a block left of a pool that it changed by swaps, mints or burns; and what the last one before the store's start did.
-- Amounts are in whole tokens.
CREATE TABLE pool_state (
  pool           INTEGER NOT NULL REFERENCES pool (id),
  timestamp      INTEGER NOT NULL,       -- the block's
  block_number   INTEGER NOT NULL,
  price          TEXT NOT NULL,          -- of the base in the quote
  base           TEXT NOT NULL,          -- what the pool holds
  quote          TEXT NOT NULL,
  others         TEXT,                   -- a JSON array of decimals: what it holds of the tokens before the base, where there are any
  tick           INTEGER,                -- concentrated pools only
  liquidity      REAL,                   -- concentrated pools only: what is active at the tick, as the contract counts it
  depth_m1_quote REAL NOT NULL,          -- quote that sales take out until the price is 1 % lower
  depth_p1_base  REAL NOT NULL,          -- base that purchases take out until it is 1 % higher
  volume_base    REAL NOT NULL,          -- what the block's swaps traded
  volume_quote   REAL NOT NULL,
  PRIMARY KEY (pool, timestamp, block_number)
) WITHOUT ROWID;

-- Mints and burns. Those of before the store's start are there where their position was in the pool at that time.
CREATE TABLE pool_event (
  pool             INTEGER NOT NULL REFERENCES pool (id),
  timestamp        INTEGER NOT NULL,     -- the block's
  blockchain       TEXT NOT NULL,        -- the pool's
  block_number     INTEGER NOT NULL,
  log_index        INTEGER NOT NULL,     -- swaps (the number in their trade id), mints and burns of a block happen in its order
  transaction_hash TEXT NOT NULL,
  type             TEXT NOT NULL,        -- 'mint' or 'burn'
  user_address     TEXT NOT NULL,
  price            TEXT NOT NULL,        -- the pool's at that time
  amounts          TEXT NOT NULL,        -- what came in or went out: a JSON array of {symbol, address, amount}, as on the wire
  lower_tick       INTEGER,              -- concentrated pools only
  upper_tick       INTEGER,
  liquidity        REAL NOT NULL         -- negative where it is burned; in concentrated pools as the contract counts it
);

-- The order of all, with what most of them are passed over for; and that of a pool's, with what adds up to its liquidity by ticks.
CREATE UNIQUE INDEX pool_event_time ON pool_event (timestamp, blockchain, block_number, log_index, pool, type);
CREATE INDEX pool_event_pool ON pool_event (pool, timestamp, blockchain, block_number, log_index, lower_tick, upper_tick, liquidity);
CREATE INDEX pool_event_user ON pool_event (user_address, timestamp, blockchain, block_number, log_index);
CREATE INDEX pool_event_transaction ON pool_event (substr(transaction_hash, 1, 12));
CREATE INDEX pool_event_block ON pool_event (block_number);

-- What a pool traded in a whole, finished hour. Hours without swaps have none.
CREATE TABLE pool_hour (
  pool      INTEGER NOT NULL REFERENCES pool (id),
  timestamp INTEGER NOT NULL,            -- its start
  swaps     INTEGER NOT NULL,
  base      REAL NOT NULL,
  quote     REAL NOT NULL,
  usd       REAL NOT NULL,               -- of the quote, at its mean USD price over the hour
  PRIMARY KEY (pool, timestamp)
) WITHOUT ROWID;

-- The assets of which there is a known supply. The decimals say how supplies and USD prices are written below: a price of
-- 742226 is 74,222.6 USD where this is 1. Below 0 it counts tens, hundreds, …
CREATE TABLE supply_asset (
  code            TEXT PRIMARY KEY REFERENCES asset (code),
  position        INTEGER NOT NULL UNIQUE, -- 0, 1, …: its place among the prices
  supply_decimals INTEGER NOT NULL,
  price_decimals  INTEGER NOT NULL
) WITHOUT ROWID;

-- The chains that each of them is on.
CREATE TABLE supply_source (
  id         INTEGER PRIMARY KEY,        -- 0, 1, …: its place among the means
  asset      TEXT NOT NULL REFERENCES supply_asset (code),
  blockchain TEXT NOT NULL,
  UNIQUE (asset, blockchain)
);

-- What there is of an asset on one chain from a time on, until the next row's: times are multiples of five minutes. What is
-- excluded is kept from the market: total − excluded circulates.
CREATE TABLE supply_change (
  source    INTEGER NOT NULL REFERENCES supply_source (id),
  timestamp INTEGER NOT NULL,
  total     INTEGER NOT NULL,
  excluded  INTEGER NOT NULL,
  PRIMARY KEY (source, timestamp)
) WITHOUT ROWID;

-- What the assets cost in USD, every five minutes.
CREATE TABLE asset_price (
  timestamp INTEGER PRIMARY KEY,
  prices    BLOB NOT NULL                -- by position, whole numbers of three bytes, the most significant first
);

-- The means of what circulates × its price, in USD, every five minutes of a whole, finished hour.
CREATE TABLE supply_hour (
  timestamp   INTEGER PRIMARY KEY,       -- its start
  market_caps BLOB NOT NULL              -- by source, doubles of eight bytes, the most significant first
);

-- The same of a whole, finished day UTC, and the means of its supplies, in coins.
CREATE TABLE supply_day (
  timestamp   INTEGER PRIMARY KEY,       -- its start
  totals      BLOB NOT NULL,
  excluded    BLOB NOT NULL,
  market_caps BLOB NOT NULL
);

-- When the blocks of a chain were made: consecutive ones in a row, of an hour at most. A row may tell of blocks that are still
-- to come. States of lending markets are told at the blocks that stand here.
CREATE TABLE block_run (
  blockchain   TEXT NOT NULL,
  timestamp    INTEGER NOT NULL,         -- of the first block
  block_number INTEGER NOT NULL,         -- the first
  blocks       INTEGER NOT NULL,         -- how many
  gaps         TEXT NOT NULL,            -- seconds from each to the next, a base-36 digit each; repeats itself where it is shorter
  UNIQUE (blockchain, block_number),
  UNIQUE (blockchain, timestamp)
);

-- Markets in which an asset is deposited and lent. Each is a vault, whose address is also that of the receipt token.
CREATE TABLE lending_market (
  pool             INTEGER PRIMARY KEY REFERENCES pool (id),
  receipt_symbol   TEXT NOT NULL,
  receipt_decimals INTEGER NOT NULL,
  balances         TEXT NOT NULL CHECK (balances IN ('debts', 'reserves', 'none')) -- what its snapshots tell beside the common fields
);

-- What a market holds and what its money costs after each block in which that changed; it stays so until the next. A store
-- begins with each market's last change before its start. Balances are in millionths of the asset, rates fractions a year.
CREATE TABLE lending_snapshot (
  market               INTEGER NOT NULL,
  timestamp            INTEGER NOT NULL, -- of the block
  block_number         INTEGER NOT NULL,
  total_liquidity      INTEGER NOT NULL, -- what is available and what is lent out
  total_borrowed       INTEGER NOT NULL,
  stable_borrowed      INTEGER,          -- the part of it at rates that stay; NULL: all rates vary
  supply_rate          REAL NOT NULL,
  stable_borrow_rate   REAL,
  variable_borrow_rate REAL NOT NULL,
  PRIMARY KEY (market, timestamp, block_number)
) WITHOUT ROWID;

CREATE INDEX lending_snapshot_time ON lending_snapshot (timestamp, block_number, market);

CREATE TABLE staking_protocol (
  code          TEXT PRIMARY KEY,        -- of a chain, or of who stakes for others
  name          TEXT NOT NULL,
  methodologies TEXT NOT NULL            -- a JSON array of codes: by what its rates are measured
) WITHOUT ROWID;

-- What staking brought on each UTC day.
CREATE TABLE staking_rate (
  protocol    TEXT NOT NULL REFERENCES staking_protocol (code),
  timestamp   INTEGER NOT NULL,          -- the day's start
  methodology TEXT NOT NULL,
  apr         REAL NOT NULL,             -- a year, as a fraction
  validators  INTEGER NOT NULL,
  PRIMARY KEY (protocol, timestamp, methodology)
) WITHOUT ROWID;

-- What is locked in a protocol at midnight UTC: what its pools hold and what its lending markets have available, as the last
-- blocks before left it, at the prices that reference_price has for the end of that day.
CREATE TABLE value_locked (
  protocol  TEXT NOT NULL REFERENCES protocol (code),
  timestamp INTEGER NOT NULL,
  usd       REAL NOT NULL,
  PRIMARY KEY (protocol, timestamp)
) WITHOUT ROWID;
