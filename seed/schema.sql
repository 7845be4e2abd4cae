-- The store holds one market as exchanges, chains and rate providers would have reported it. Any program may fill these tables;
-- the server serves their content unchanged. Rows are only added, so a page never changes once served. Exceptions: an
-- instrument's listing dates and counters, and its last blocks of trades, bars and books, which grow. Times are integers in milliseconds
-- since 1970 UTC. Prices and amounts are exact decimals as text, as in responses: no exponent, no trailing zeros. Codes are lower
-- case.

CREATE TABLE store (
  name  TEXT PRIMARY KEY,      -- seed, profile, source ('seed' or the program that filled it), start, end (exclusive)
  value TEXT NOT NULL
) WITHOUT ROWID;

-- Row count and sum of row hashes per table; independent of insertion order.
CREATE TABLE fingerprint (
  "table" TEXT PRIMARY KEY,
  rows    INTEGER NOT NULL,
  high    INTEGER NOT NULL,
  low     INTEGER NOT NULL
) WITHOUT ROWID;

-- Unusual market events, listed in docs/scenarios.md. A row is added when its range has ended.
CREATE TABLE scenario (
  name    TEXT PRIMARY KEY,              -- kind and day
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
  taker_side  TEXT NOT NULL,
  contracts_since INTEGER                -- day from which futures or options are listed; NULL: there are none
) WITHOUT ROWID;

CREATE TABLE asset (
  code          TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  asset_class   TEXT NOT NULL,           -- the primary class
  asset_classes TEXT NOT NULL            -- a JSON array of the secondary classes
) WITHOUT ROWID;

-- Other names that people use. Messages about unknown codes suggest what they stand for; staking operations accept theirs.
CREATE TABLE alias (
  entity TEXT NOT NULL,                  -- 'exchange', 'asset' or 'staking'
  name   TEXT NOT NULL,                  -- letters and digits, lower case
  code   TEXT NOT NULL,
  PRIMARY KEY (entity, name, code)
) WITHOUT ROWID;

CREATE TABLE chain (
  code          TEXT PRIMARY KEY,
  confirmations INTEGER NOT NULL,        -- blocks on top of a block that make it final
  confirmation  INTEGER NOT NULL,        -- milliseconds after which a block has that many on top
  accounts      INTEGER,                 -- keys of the random names of accounts and of transactions: 32 bits, signed;
  transactions  INTEGER                  -- NULL in a store of other origin
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
  base_position INTEGER,                 -- position of the base token; the quote is the next one. NULL for vaults
  UNIQUE (blockchain, address)
);

CREATE TABLE pool_token (
  pool     INTEGER NOT NULL REFERENCES pool (id),
  position INTEGER NOT NULL,             -- 0, 1, … in contract order
  asset    TEXT NOT NULL,                -- asset code
  symbol   TEXT NOT NULL,                -- symbol of the token contract
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
  blockchain           TEXT,             -- chain of a DEX instrument
  amount_decimals      INTEGER NOT NULL, -- most decimal places of an amount
  price_decimals       INTEGER NOT NULL, -- most decimal places of a price
  price_tick           INTEGER NOT NULL DEFAULT 1, -- price step at present, in units of the last decimal place
  listed               INTEGER,          -- start of trading; NULL: before any store begins
  ends                 INTEGER,          -- delisting or expiry; NULL: not scheduled
  usual_trades         REAL NOT NULL DEFAULT 0,    -- approximate trades per day; 0: not known
  ended                INTEGER NOT NULL DEFAULT 0, -- 1: delisted or expired, no further trades
  trade_start          INTEGER,          -- time of the first trade, possibly before the store begins
  trade_end            INTEGER,          -- time of the last trade so far
  trade_count          INTEGER NOT NULL DEFAULT 0, -- trades of version 1
  trade_size           INTEGER NOT NULL DEFAULT 0, -- approximate compressed size of its trades in bytes
  UNIQUE (exchange_code, class, code)
);
CREATE INDEX instrument_base ON instrument (base_asset, class);
CREATE INDEX instrument_quote ON instrument (quote_asset, class);

-- Terms of futures, perpetual futures and options. Open interest derives from `open_interest`, `interest_key`, the instrument's
-- `listed` and the hour (src/market/open-interest.ts), forward prices and implied volatilities from the last three
-- columns and the time (src/market/carry.ts).
CREATE TABLE derivative (
  instrument         INTEGER PRIMARY KEY REFERENCES instrument (id),
  contract_size      TEXT NOT NULL,      -- exact decimal: amount of a contract
  contract_size_unit TEXT NOT NULL,      -- an asset code
  expiry             INTEGER,            -- NULL: perpetual
  strike             TEXT,               -- exact decimal; options only
  option_type        TEXT,               -- 'C' or 'P'; options only
  underlying_index   TEXT NOT NULL,      -- BTC-USD, or BTC-27MAR26 if it expires
  funding            TEXT,               -- perpetual futures only: 'damped' or 'plain', how the rate follows from the premium
  open_interest      REAL,               -- usual open interest, in the base; NULL: not known
  interest_key       INTEGER NOT NULL,   -- key of its random numbers: 32 bits, signed
  carry_key          INTEGER NOT NULL,   -- key of the base's carry: 32 bits, signed
  climate_key        INTEGER NOT NULL,   -- key of the slow volatility that the market shares: 32 bits, signed
  volatility         REAL NOT NULL       -- usual implied volatility of the base relative to bitcoin's
);

-- Index rates of assets in USD. Members of a quarter derive from `venues` and `key` (src/market/index-composition.ts).
CREATE TABLE index_rate (
  ticker   TEXT PRIMARY KEY,             -- without the operator's prefix: BRR_BTCUSD_LDN
  asset    TEXT NOT NULL REFERENCES asset (code),
  name     TEXT NOT NULL,                -- of the asset
  type     TEXT NOT NULL,
  fixing   TEXT,                         -- 'NYC', 'LDN' or 'SGP': fixed daily at 16:00 there; NULL: in real time
  launched INTEGER NOT NULL,
  venues   TEXT NOT NULL,                -- a JSON array of [exchange code, milliseconds when it began to trade the pair], the largest first
  key      INTEGER NOT NULL              -- key of its random numbers: 32 bits, signed
) WITHOUT ROWID;

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

-- Trades, in blocks of consecutive trades of one instrument. No two blocks of an instrument share a millisecond. A block is
-- packed (src/market/trade-block.ts) or, as any program may write it, a JSON array with one element per trade:
--     [timestamp, trade id, versions, price, amount, taker_side_sell]
-- Elements are ordered by timestamp, then by trade id as text. Price and amount are text; taker_side_sell is 1, 0, "unknown" or
-- null. `versions` is a bit set of the dataset versions with the trade: 1 is v1, 2 is v2, 3 is both. A trade cancelled in v2 has
-- 1; a trade repriced in v2 appears twice, with 1 and with 2. The commands `export trade` and `export bar` list trades and bars
-- as rows.
CREATE TABLE trade_block (
  instrument INTEGER NOT NULL,
  start      INTEGER NOT NULL,           -- timestamp of its first trade
  count      INTEGER NOT NULL,           -- trades in all versions
  trades     BLOB NOT NULL,              -- packed, or TEXT: a JSON array. An instrument's last block takes further trades
  PRIMARY KEY (instrument, start)
);

-- Bars of whole, finished hours and days: folds of the trades above, kept so that long ranges do not read them. Intervals without
-- trades have no bar. A block is packed (src/market/bar-block.ts) or a JSON array with one element per bar:
--     [timestamp, versions, open, high, low, close, volume, notional, count, usd]
-- Elements are ordered by timestamp, the start of the bar. If the versions differ, both bars of an interval are in one block.
-- Prices, volume (Σ amount) and notional (Σ price × amount) are exact decimals as text. `usd` is the USD value of the trades: Σ
-- price × amount at the mean USD price of the quote over the hour; for options Σ amount at the mean USD price of the base. A
-- day's value is the sum of its hours. null: not known.
CREATE TABLE bar_block (
  instrument INTEGER NOT NULL,
  width      INTEGER NOT NULL,           -- 3600000 or 86400000; 60000 too in a history, which is filled when asked
  start      INTEGER NOT NULL,           -- timestamp of its first bar
  count      INTEGER NOT NULL,           -- number of bars
  bars       BLOB NOT NULL,              -- packed, or TEXT: a JSON array. The last block of a width takes further bars
  PRIMARY KEY (instrument, width, start)
);

-- Order books, at least one per minute. Recorded books are stored level by level, generated ones in blocks; responses do not
-- differ.

-- A recorded book. A side is a JSON array of levels, best first, each [price, amount] as decimal text with at most the
-- instrument's decimal places: '[["95000.5","0.25"],["95000","1.5"]]'. An empty side is '[]'. A recorded book takes precedence
-- over a generated one with the same poll_timestamp.
CREATE TABLE order_book_snapshot (
  instrument     INTEGER NOT NULL,
  poll_timestamp INTEGER NOT NULL,
  timestamp      INTEGER,                -- timestamp of the exchange; NULL if it gives none
  bids           TEXT NOT NULL,
  asks           TEXT NOT NULL,
  PRIMARY KEY (instrument, poll_timestamp)
) WITHOUT ROWID;

-- Generated books of six hours from 00:00, 06:00, 12:00 or 18:00 UTC: the market condition per hour and one mid price per minute,
-- packed as in src/market/books/book-block.ts. A row grows by the hour, and may include minutes still in the future.
CREATE TABLE order_book_block (
  instrument INTEGER NOT NULL REFERENCES order_book_shape (instrument),
  timestamp  INTEGER NOT NULL,           -- start of the six hours
  books      BLOB NOT NULL,
  PRIMARY KEY (instrument, timestamp)
);

-- Parameters shared by all generated books of an instrument. Levels derive from these numbers, the hour's row and the time
-- (src/market/books/live-side.ts). Distances are fractions of the best price.
CREATE TABLE order_book_shape (
  instrument  INTEGER PRIMARY KEY REFERENCES instrument (id),
  key         INTEGER NOT NULL,          -- key of its random numbers: 32 bits, signed
  lot         INTEGER NOT NULL,          -- amount step, in units of the last decimal place
  price       REAL NOT NULL,             -- usual price in ticks
  cells       INTEGER NOT NULL,          -- cells of a tier; the tier nearest to the price has twice as many
  width       REAL NOT NULL,             -- width of the nearest cells
  reach       REAL NOT NULL,             -- distance from the best price to the last level
  spread      REAL NOT NULL,             -- usual spread
  tight       REAL NOT NULL,             -- how often the spread is one tick: 0 to 1
  near        REAL NOT NULL,             -- usual depth near the price, in lots × ticks
  far         REAL NOT NULL,             -- usual depth of further orders within 1 % of the price, in lots × ticks
  near_within REAL NOT NULL,             -- distance that covers half of the near depth
  unevenness  REAL NOT NULL,             -- standard deviation of the logarithms of level sizes
  timed       INTEGER NOT NULL,          -- 1: books carry the exchange's timestamp
  ahead       INTEGER NOT NULL           -- 1: the books are in the store; 0: they are generated when asked for
);

-- Trades that closed a customer's position by force. Numbers are as in responses.
CREATE TABLE liquidation (
  instrument    INTEGER NOT NULL,
  timestamp     INTEGER NOT NULL,
  trade_id      TEXT NOT NULL,
  position_side TEXT NOT NULL,           -- 'long' or 'short': the closed position
  price         REAL NOT NULL,           -- in USD
  amount        REAL NOT NULL,           -- in the base asset
  amount_quote  REAL NOT NULL,
  amount_usd    REAL NOT NULL,           -- amount_quote × rate
  rate          REAL NOT NULL,           -- USD per unit of the quote
  PRIMARY KEY (instrument, timestamp, trade_id)
) WITHOUT ROWID;

-- USD price of each asset at the end of each UTC day, beginning two years before the store's start. A row holds consecutive days:
-- one row for the time before the start, then one per day.
CREATE TABLE reference_price (
  asset     TEXT NOT NULL,
  timestamp INTEGER NOT NULL,            -- the start of the first day
  prices    TEXT NOT NULL,               -- a JSON array of numbers, one per day
  PRIMARY KEY (asset, timestamp)
) WITHOUT ROWID;

CREATE VIEW reference_price_day AS
  SELECT asset, timestamp + key * 86400000 AS timestamp, value AS price_usd
  FROM reference_price, json_each(prices);

-- Currencies with a rate against the dollar. `position` and `decimals` define the encoding in the tables below.
CREATE TABLE fx_currency (
  code     TEXT PRIMARY KEY,
  position INTEGER NOT NULL UNIQUE,      -- 0, 1, …: index in the arrays
  decimals INTEGER NOT NULL              -- with 5, a rate of 109215 is 1.09215 USD
) WITHOUT ROWID;

-- Mean rate of each minute with currency trading. In other minutes the previous rate applies.
CREATE TABLE fx_minute (
  timestamp INTEGER PRIMARY KEY,         -- start of the minute
  -- Integers, one per currency: rates in the first minute of an hour, then changes since the row before. Packed
  -- (src/market/packed.ts), or TEXT, a JSON array.
  rates     BLOB NOT NULL
);

-- Totals of each finished hour with currency trading, kept so that long intervals do not read minutes.
CREATE TABLE fx_hour (
  timestamp INTEGER PRIMARY KEY,         -- start of the hour
  totals    TEXT NOT NULL,               -- a JSON array of integers: the sums of the sixty minutes' rates
  lasts     TEXT NOT NULL                -- a JSON array of integers: the last minute's rates
);

-- Addresses that hold most of a token.
CREATE TABLE token_holder (
  id         INTEGER PRIMARY KEY,
  blockchain TEXT NOT NULL,
  asset      TEXT NOT NULL REFERENCES asset (code),
  address    TEXT NOT NULL,
  UNIQUE (asset, blockchain, address)
);

-- Number of holders of a token at each midnight UTC.
CREATE TABLE token_holder_count (
  asset      TEXT NOT NULL,
  blockchain TEXT NOT NULL,
  timestamp  INTEGER NOT NULL,
  holders    INTEGER NOT NULL,
  PRIMARY KEY (asset, timestamp, blockchain)
) WITHOUT ROWID;

-- Holding of each large holder at midnight, if it is at least 1 % of the supply.
CREATE TABLE token_holding (
  holder    INTEGER NOT NULL REFERENCES token_holder (id),
  timestamp INTEGER NOT NULL,
  amount    REAL NOT NULL,
  PRIMARY KEY (holder, timestamp)
) WITHOUT ROWID;

-- Bitcoin blocks. Timestamps are whole seconds, so several blocks may share one.
CREATE TABLE bitcoin_block (
  number    INTEGER PRIMARY KEY,
  timestamp INTEGER NOT NULL,
  price_usd REAL NOT NULL                -- price of one bitcoin at that time
);
CREATE INDEX bitcoin_block_timestamp ON bitcoin_block (timestamp);

-- Transactions of bitcoin blocks. The first of a block is its coinbase. A transaction spends its outputs plus its fees.
CREATE TABLE bitcoin_transaction (
  block_number      INTEGER NOT NULL,
  transaction_index INTEGER NOT NULL,    -- 0, 1, … within the block
  hash              BLOB NOT NULL,       -- 32 bytes, including witnesses (wtxid)
  id                BLOB,                -- without witnesses (txid); NULL: equal to the hash
  senders           TEXT NOT NULL,       -- a JSON array of addresses; empty for a coinbase
  receivers         TEXT NOT NULL,       -- a JSON array of addresses
  amount_out        INTEGER NOT NULL,    -- in satoshi
  fees              INTEGER NOT NULL,    -- in satoshi
  inputs            TEXT,                -- a JSON array of satoshi, in the order of the senders; NULL in a store of other origin
  outputs           TEXT,                -- the same of the receivers
  PRIMARY KEY (block_number, transaction_index)
) WITHOUT ROWID;

-- Bitcoin addresses that receive again and again. Others receive at most once, and spend all of it at once.
CREATE TABLE bitcoin_wallet (
  address TEXT PRIMARY KEY,
  opening INTEGER NOT NULL               -- balance in satoshi before the store's first block
) WITHOUT ROWID;
CREATE INDEX bitcoin_transaction_hash ON bitcoin_transaction (substr(hash, 1, 6));
CREATE INDEX bitcoin_transaction_id ON bitcoin_transaction (substr(id, 1, 6));

-- State of a pool after each block with swaps, mints or burns, and after the last such block before the store's start. Amounts
-- are in whole tokens.
CREATE TABLE pool_state (
  pool           INTEGER NOT NULL REFERENCES pool (id),
  timestamp      INTEGER NOT NULL,       -- time of the block
  block_number   INTEGER NOT NULL,
  price          TEXT NOT NULL,          -- price of the base in the quote
  base           TEXT NOT NULL,          -- holdings of the pool
  quote          TEXT NOT NULL,
  others         TEXT,                   -- a JSON array of decimals: holdings of the tokens before the base, if any
  tick           INTEGER,                -- concentrated pools only
  liquidity      REAL,                   -- concentrated pools only: liquidity active at the tick, in contract units
  depth_m1_quote REAL NOT NULL,          -- quote that sales take out until the price is 1 % lower
  depth_p1_base  REAL NOT NULL,          -- base that purchases take out until it is 1 % higher
  volume_base    REAL NOT NULL,          -- amounts swapped in the block
  volume_quote   REAL NOT NULL,
  PRIMARY KEY (pool, timestamp, block_number)
) WITHOUT ROWID;

-- Mints and burns. Events before the store's start are present if their position was open at the start.
CREATE TABLE pool_event (
  pool             INTEGER NOT NULL REFERENCES pool (id),
  timestamp        INTEGER NOT NULL,     -- time of the block
  blockchain       TEXT NOT NULL,        -- chain of the pool
  block_number     INTEGER NOT NULL,
  log_index        INTEGER NOT NULL,     -- swaps (the number in their trade id), mints and burns of a block execute in this order
  transaction_hash TEXT NOT NULL,
  type             TEXT NOT NULL,        -- 'mint' or 'burn'
  user_address     TEXT NOT NULL,
  price            TEXT NOT NULL,        -- pool price at the event
  amounts          TEXT NOT NULL,        -- amounts added or removed: a JSON array of {symbol, address, amount}, as in the response
  lower_tick       INTEGER,              -- concentrated pools only
  upper_tick       INTEGER,
  liquidity        REAL NOT NULL         -- negative for a burn; contract units in concentrated pools
);

-- The first index gives the order over all pools and covers the usual filters; the second covers liquidity by tick of one pool.
CREATE UNIQUE INDEX pool_event_time ON pool_event (timestamp, blockchain, block_number, log_index, pool, type);
CREATE INDEX pool_event_pool ON pool_event (pool, timestamp, blockchain, block_number, log_index, lower_tick, upper_tick, liquidity);
CREATE INDEX pool_event_user ON pool_event (user_address, timestamp, blockchain, block_number, log_index);
CREATE INDEX pool_event_transaction ON pool_event (substr(transaction_hash, 1, 12));
CREATE INDEX pool_event_block ON pool_event (block_number);

-- Assets with a known supply. `supply_decimals` define the encoding of supplies below: with 2, a supply of 1234 is 12.34.
CREATE TABLE supply_asset (
  code            TEXT PRIMARY KEY REFERENCES asset (code),
  position        INTEGER UNIQUE,        -- 0, 1, …: index in the prices; NULL: prices are in asset_price_day
  supply_decimals INTEGER NOT NULL,
  ends            INTEGER,               -- when its code ended; NULL: it has not
  ranked_until    INTEGER,               -- without a position, the ranking of earlier times has it; NULL: none has it
  ranked_since    INTEGER                -- the code that it replaced has its place in rankings before; NULL: it replaced none
) WITHOUT ROWID;

-- Chains on which each asset exists.
CREATE TABLE supply_source (
  id         INTEGER PRIMARY KEY,        -- 0, 1, …: index in the means
  asset      TEXT NOT NULL REFERENCES supply_asset (code),
  blockchain TEXT NOT NULL,
  since      INTEGER,                    -- when the supply began; NULL: not known
  UNIQUE (asset, blockchain)
);

-- Supply of an asset on one chain, valid until its next row. Times are multiples of five minutes. The circulating supply is total
-- − excluded.
CREATE TABLE supply_change (
  source    INTEGER NOT NULL REFERENCES supply_source (id),
  timestamp INTEGER NOT NULL,
  total     INTEGER NOT NULL,
  excluded  INTEGER NOT NULL,
  PRIMARY KEY (source, timestamp)
) WITHOUT ROWID;

-- USD prices of the assets, every five minutes.
CREATE TABLE asset_price (
  timestamp INTEGER PRIMARY KEY,
  prices    BLOB NOT NULL                -- by position: four-byte floats, big-endian
);

-- The same of a UTC day, for single assets whose supply is generated when it is asked for. Their supply changes begin anew with
-- every day, and they are in no means below.
CREATE TABLE asset_price_day (
  asset     TEXT NOT NULL REFERENCES supply_asset (code),
  timestamp INTEGER NOT NULL,
  prices    BLOB NOT NULL,               -- 288 four-byte floats, big-endian
  PRIMARY KEY (asset, timestamp)
) WITHOUT ROWID;

-- Mean market cap (circulating supply × price, in USD) over the five-minute steps of a whole, finished hour.
CREATE TABLE supply_hour (
  timestamp   INTEGER PRIMARY KEY,       -- start of the hour
  market_caps BLOB NOT NULL              -- by source: eight-byte doubles, big-endian
);

-- Mean market caps of a whole, finished UTC day, and mean supplies in coins.
CREATE TABLE supply_day (
  timestamp   INTEGER PRIMARY KEY,       -- start of the day
  totals      BLOB NOT NULL,
  excluded    BLOB NOT NULL,
  market_caps BLOB NOT NULL
);

-- Block times of the chains that are lent on or have pools: each row holds consecutive blocks, an hour at most, possibly with blocks
-- still in the future. Lending market snapshots and pool states refer to these blocks.
CREATE TABLE block_run (
  blockchain   TEXT NOT NULL,
  timestamp    INTEGER NOT NULL,         -- time of the first block
  block_number INTEGER NOT NULL,         -- number of the first block
  blocks       INTEGER NOT NULL,         -- number of blocks
  gaps         TEXT NOT NULL,            -- seconds between consecutive blocks, a base-36 digit each, and + before it for 36 more; a shorter text repeats; empty for chains that are not lent on
  UNIQUE (blockchain, block_number),
  UNIQUE (blockchain, timestamp)
);

-- Markets in which an asset is deposited and lent. Each is a vault at the address of its receipt token.
CREATE TABLE lending_market (
  pool             INTEGER PRIMARY KEY REFERENCES pool (id),
  receipt_symbol   TEXT NOT NULL,
  receipt_decimals INTEGER NOT NULL,
  balances         TEXT NOT NULL CHECK (balances IN ('debts', 'reserves', 'none')), -- which balances its snapshots report besides the common fields
  key              INTEGER,              -- of the users of its balances: 32 bits, signed; NULL in a store of other origin
  layer            INTEGER               -- part of a balance that belongs to one user, in millionths of the asset
);

-- State of a market after each block that changed it, valid until the next one. A store begins with each market's last change
-- before its start. Balances are in millionths of the asset, rates in fractions per year.
CREATE TABLE lending_snapshot (
  market               INTEGER NOT NULL,
  timestamp            INTEGER NOT NULL, -- time of the block
  block_number         INTEGER NOT NULL,
  total_liquidity      INTEGER NOT NULL, -- available plus borrowed
  total_borrowed       INTEGER NOT NULL,
  stable_borrowed      INTEGER,          -- part borrowed at stable rates; NULL: all rates are variable
  supply_rate          REAL NOT NULL,
  stable_borrow_rate   REAL,
  variable_borrow_rate REAL NOT NULL,
  PRIMARY KEY (market, timestamp, block_number)
) WITHOUT ROWID;

CREATE INDEX lending_snapshot_time ON lending_snapshot (timestamp, block_number, market);

CREATE TABLE staking_protocol (
  code          TEXT PRIMARY KEY,        -- code of a chain or staking provider
  name          TEXT NOT NULL,
  methodologies TEXT NOT NULL,           -- a JSON array of codes: how its rates are measured
  since         INTEGER                  -- the first day of its rates; NULL if it is not known
) WITHOUT ROWID;

-- Staking rates of each UTC day.
CREATE TABLE staking_rate (
  protocol    TEXT NOT NULL REFERENCES staking_protocol (code),
  timestamp   INTEGER NOT NULL,          -- start of the day
  methodology TEXT NOT NULL,
  apr         REAL NOT NULL,             -- annual rate as a fraction
  validators  INTEGER NOT NULL,
  PRIMARY KEY (protocol, timestamp, methodology)
) WITHOUT ROWID;

-- Value locked in a protocol at midnight UTC: pool holdings and available lending liquidity after the last block before midnight,
-- at the reference_price of the day that ends.
CREATE TABLE value_locked (
  protocol  TEXT NOT NULL REFERENCES protocol (code),
  timestamp INTEGER NOT NULL,
  usd       REAL NOT NULL,
  PRIMARY KEY (protocol, timestamp)
) WITHOUT ROWID;
