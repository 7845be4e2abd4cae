// src/progress.ts
var width = 30;
function progressReporter(stream) {
  return (label, fraction) => {
    if (!stream.isTTY) return;
    const filled = Math.round(fraction * width);
    const bar = "\u2588".repeat(filled) + "\u2591".repeat(width - filled);
    stream.write(`\r${label} ${bar} ${Math.floor(fraction * 100)} %${fraction >= 1 ? "\n" : ""}`);
  };
}

export {
  progressReporter
};
