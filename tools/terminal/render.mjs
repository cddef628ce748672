const ROWS = 22;
const LINE = 19;
const CHARACTER = 7.83;
const MARGIN = 16;
const HEAD = 30;
const WIDTH = 800;
const HEIGHT = HEAD + ROWS * LINE + MARGIN;
const TYPING_MS = 26;
/** Shows commands faster than they ran. */
const LONGEST_WAIT_MS = 900;

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Draws a recorded session as an SVG that plays without a script and begins again. Where motion is not wanted, its last
 * screen stands still.
 * @param {readonly import('./record.mjs').RecordedStep[]} steps
 */
export function render(steps) {
  const { lines, duration } = schedule(steps);
  const percent = (ms) => `${((ms / duration) * 100).toFixed(2)}%`;
  const scroll = (count) => `translateY(${-Math.max(0, count - ROWS) * LINE}px)`;
  const styles = lines.map(({ at, typedMs, text }, i) => {
    const show = `@keyframes l${i}{0%,${percent(at)}{opacity:0}${percent(at + 1)},to{opacity:1}}`;
    const use = `#l${i}{animation:l${i} ${duration}ms step-end infinite}`;
    if (!typedMs) return show + use;
    const length = (text.length * CHARACTER).toFixed(0);
    const type = `@keyframes t${i}{0%,${percent(at)}{transform:none;animation-timing-function:steps(${text.length})}${percent(at + typedMs)},to{transform:translateX(${length}px)}}`;
    return `${show}${use}${type}#t${i}{transform:translateX(${length}px);animation:t${i} ${duration}ms infinite}`;
  });
  const moves = lines.map(({ at }, i) => `${percent(at)}{transform:${scroll(i + 1)}}`).slice(ROWS);
  const texts = lines.map(({ text, typedMs }, i) => {
    const y = HEAD + (i + 1) * LINE;
    const x = MARGIN + (typedMs ? 2 * CHARACTER : 0);
    const prompt = typedMs ? `<tspan class="p" x="${MARGIN}">$ </tspan>` : '';
    const cover = typedMs
      ? `<rect id="t${i}" x="${x}" y="${y - LINE + 5}" width="${WIDTH}" height="${LINE}" class="b"/>`
      : '';
    const words = `<tspan${typedMs ? ' class="c"' : ''} x="${x}">${escape(text)}</tspan>`;
    return `<g id="l${i}"><text y="${y}" xml:space="preserve">${prompt}${words}</text>${cover}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">
<title>A terminal: a plugin is generated, served and used by kubectl</title>
<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#c9d3e0}.b{fill:#12171f}.p{fill:#8fd19e}.c{fill:#fff}
#s{transform:${scroll(lines.length)};animation:s ${duration}ms step-end infinite}@keyframes s{0%{transform:none}${moves.join('')}}
${styles.join('\n')}
@media (prefers-reduced-motion:reduce){*{animation:none!important}}</style>
<rect width="${WIDTH}" height="${HEIGHT}" rx="10" class="b"/>
<g fill="#3b4656"><circle cx="20" cy="16" r="5"/><circle cx="38" cy="16" r="5"/><circle cx="56" cy="16" r="5"/></g>
<svg y="${HEAD + 6}" width="${WIDTH}" height="${ROWS * LINE}" viewBox="0 ${HEAD + 6} ${WIDTH} ${ROWS * LINE}"><g id="s">
${texts.join('\n')}
</g></svg>
</svg>
`;
}

/** When each line appears, in milliseconds from the beginning. */
function schedule(steps) {
  const lines = [];
  let now = 400;
  for (const { command, output, runMs, pauseMs } of steps) {
    const typedMs = command.length * TYPING_MS;
    lines.push({ at: now, text: command, typedMs });
    now += typedMs + Math.min(runMs, LONGEST_WAIT_MS);
    for (const text of output) if (output.join('') !== '') lines.push({ at: now, text });
    now += pauseMs;
  }
  return { lines, duration: now };
}
