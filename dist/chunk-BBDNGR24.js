// src/time.ts
var timePattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:(Z)|([+\- ])(\d{2}):?(\d{2}))?)?$/i;
function parseTime(text) {
  const match = timePattern.exec(text);
  if (!match) return void 0;
  const [, date, clock = "00:00", seconds = "00", fraction = "", , sign, hours = "0", minutes = "0"] = match;
  const digits = fraction.padEnd(9, "0");
  const iso = `${date}T${clock}:${seconds}.${digits.slice(0, 3)}Z`;
  const utc = Date.parse(iso);
  if (Number.isNaN(utc) || new Date(utc).toISOString() !== iso) return void 0;
  if (Number(hours) > 23 || Number(minutes) > 59) return void 0;
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 6e4;
  const time = utc - (sign ? offset : 0) + (Number(digits.slice(3)) > 0 ? 0.5 : 0);
  return time >= firstTime && time < endOfTime ? time : void 0;
}
var firstTime = Date.parse("0000-01-01T00:00:00Z");
var endOfTime = Date.parse("9999-12-31T23:59:59.999Z") + 1;
var Moment = class _Moment {
  time;
  /** `2026-01-31T00:00:00.000123Z`: three digits at least, and no zeros at the end of more. */
  text;
  constructor(time, text) {
    this.time = time;
    this.text = text;
  }
  /** @param time in whole milliseconds. */
  static at(time) {
    return new _Moment(time, formatTime(time));
  }
  /** Whether this is the later one, to the last digit: a text that goes on where the other ends sorts after it. */
  isAfter({ text }) {
    return this.text.slice(0, -1) > text.slice(0, -1);
  }
};
function parseMoment(text) {
  const time = parseTime(text);
  if (time === void 0) return void 0;
  const [, beyond = ""] = /[.,]\d{3}(\d+?)0*(?!\d)/.exec(text) ?? [];
  const whole = formatTime(Math.floor(time));
  return new Moment(time, Number(beyond) > 0 ? whole.replace("Z", `${beyond}Z`) : whole);
}
function formatTime(milliseconds) {
  const whole = Math.floor(milliseconds);
  const iso = new Date(whole).toISOString();
  return whole === milliseconds ? iso : iso.replace("Z", "5Z");
}
var second = 1e3;
var minute = 60 * second;
var hour = 60 * minute;
var day = 24 * hour;
var units = { s: second, m: minute, h: hour, d: day };
function parseInterval(text) {
  const match = /^(\d{1,9})([smhd])$/.exec(text);
  return match ? Number(match[1]) * units[match[2]] : void 0;
}

export {
  parseTime,
  Moment,
  parseMoment,
  formatTime,
  second,
  minute,
  hour,
  day,
  parseInterval
};
