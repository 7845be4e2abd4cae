// seed/book-shape.ts
var wholePrice = 1e5;
var stretches = [
  [0, 100, 10],
  [125, 1e3, 25],
  [1100, 2e3, 100],
  [2250, 1e4, 250]
];
var levels = stretches.flatMap(
  ([from, to, step]) => Array.from({ length: (to - from) / step + 1 }, (_, n) => levelAt(from + n * step, step, n))
);
function levelAt(distance, step, n) {
  const unevenness = [6, 4, 9, 5, 7, 3, 8][n % 7];
  const near = Math.round(2 * unevenness / (1 + distance / 60));
  return { distance, near, far: Math.max(1, Math.round(step * unevenness * (1 + distance / 1e4) / 30)) };
}
var levelDistances = levels.map(({ distance }) => distance);
var nearWeights = levels.map(({ near }) => near);
var farWeights = levels.map(({ far }) => far);
var bands = "0_1 0_2 0_3 0_4 0_5 0_6 0_7 0_8 0_9 1 1_5 2 4 6 8 10".split(" ");
var bandDistances = bands.map((band) => Math.round(Number(band.replace("_", ".")) * 1e3));
function levelsWithin(percent) {
  return levelDistances.filter((distance) => distance <= percent * 1e3).length;
}
function ticksAway(best, level) {
  return Math.floor(best * levelDistances[level] / wholePrice);
}
var fine = 1e4;
function countInBands(best, levels2) {
  let n = 0;
  return bandDistances.map((distance) => {
    const edge = best * distance;
    while (n < levels2 && ticksAway(best, n) * wholePrice <= edge) n++;
    return n;
  });
}
var nearSums = sums(nearWeights);
var farSums = sums(farWeights);
function sums(weights) {
  let sum = 0;
  return [0, ...weights.map((weight) => sum += weight)];
}
var DepthSum = class {
  #levels;
  /** How many levels the bands hold where prices are fine. */
  #usual;
  #bands = bands.map(() => 0);
  /** Of books that have the same levels in each band, only scales are added. */
  #counts = [];
  #near = 0;
  #far = 0;
  constructor(levels2) {
    this.#levels = levels2;
    this.#usual = countInBands(fine, levels2);
  }
  /** @param best price in ticks. */
  add(best, near, far) {
    const counts = best < fine ? countInBands(best, this.#levels) : this.#usual;
    if (counts !== this.#counts) this.#settle();
    this.#counts = counts;
    this.#near += near;
    this.#far += far;
  }
  /** Adds sums that were kept. */
  merge(sums2) {
    for (let band = 0; band < sums2.length; band++) this.#bands[band] += sums2[band];
  }
  /** By band, in their order. */
  get sums() {
    this.#settle();
    return this.#bands;
  }
  clear() {
    this.#counts = [];
    this.#near = 0;
    this.#far = 0;
    this.#bands.fill(0);
  }
  #settle() {
    this.#counts.forEach((count, band) => {
      this.#bands[band] += this.#near * nearSums[count] + this.#far * farSums[count];
    });
    this.#near = 0;
    this.#far = 0;
  }
};

export {
  nearWeights,
  farWeights,
  bands,
  levelsWithin,
  ticksAway,
  DepthSum
};
