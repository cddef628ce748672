const round = (value) => Math.round(value).toLocaleString('en-US');
const microseconds = ({ microseconds: time }) => `${time.toFixed(time < 10 ? 2 : 1)} µs`;

/**
 * Returns one line about an operation: every server's rate, latency and processor time, and how many times as fast and as cheap as the second
 * one the first one is.
 */
export function formatOperation({ name, servers }) {
  const entries = Object.entries(servers);
  const cells = entries.map(([server, result]) => `${server} ${formatResult(result)}`);
  const [first, second] = entries.map(([, result]) => result);
  const client = first.client === undefined ? '' : `  (${first.client})`;
  return `${name.padEnd(34)} ${cells.join('   ')}${formatRatios(first, second)}${client}`;
}

function formatRatios(first, second) {
  if (second === undefined) return '';
  const speedOf = ({ rate, deliveries }) => rate ?? deliveries;
  const byRate = `  ratio ${(speedOf(first) / speedOf(second)).toFixed(2)} by rate`;
  return `${byRate}${formatTimeRatio(',', first, second)}`;
}

function formatTimeRatio(prefix, first, second) {
  if (!first?.serverTime || !second?.serverTime) return '';
  return `${prefix} ${(second.serverTime / first.serverTime).toFixed(2)} by processor time`;
}

function formatTime(serverTime) {
  return serverTime === undefined ? '' : ` ${serverTime.toFixed(serverTime < 10 ? 1 : 0)} us`;
}

/** Returns the line about gets while objects are created. */
export function formatBesideWrites({ name, servers }) {
  const cells = Object.entries(servers).map(
    ([server, { p99, quietP99, writes, serverTime }]) =>
      `${server} p99 ${p99.toFixed(2)} ms, ${quietP99.toFixed(2)} ms without (${round(writes)} creates/s)${formatTime(serverTime)}`,
  );
  const [first, second] = Object.values(servers);
  return `${name.padEnd(34)} ${cells.join('   ')}${formatTimeRatio('  ratio', first, second)}`;
}

function formatResult({ rate, deliveries, p99, serverTime, processTimes = [], unexpected = 0 }) {
  const speed = rate === undefined ? `${round(deliveries)} events/s` : `${round(rate)}/s`;
  const parts = processTimes.length > 1 ? ` (${processTimes.map(round).join(' + ')})` : '';
  const time = `${formatTime(serverTime)}${parts}`;
  return `${speed.padStart(10)} p99 ${p99.toFixed(1)} ms${time}${unexpected > 0 ? ` (${unexpected} other answers)` : ''}`;
}

/** Prints what belongs to no single operation, and the verdicts. */
export function printReport(figures, verdicts) {
  printStart(figures);
  printStartParts(figures.startParts);
  printMemory(figures);
  if (figures.podForms) printPodForms(figures.podForms);
  if (figures.customForms) printCustomForms(figures.customForms);
  printInside(figures);
  for (const { name, isMet, text } of verdicts) console.log(`${isMet ? 'met   ' : 'MISSED'} ${name}: ${text}`);
}

function printStart({ ready, readyMsWorst, bareReady }) {
  console.log(
    `\nready on an empty store            ${round(ready.ms)} ms (worst ${round(readyMsWorst)} ms), ${round(ready.processorMs)} ms of processor time; ` +
      `a bare server ${round(bareReady.ms)} and ${round(bareReady.processorMs)} ms`,
  );
}

function printStartParts({ parts, wholeMs }) {
  console.log(`ready by parts                     ${round(wholeMs)} ms with a profiler:`);
  for (const [name, ms] of Object.entries(parts)) console.log(`  ${name.padEnd(38)} ${ms.toFixed(0).padStart(5)} ms`);
}

function printMemory({ residentIdle, residentWith10000, residentBefore, residentAfter }) {
  console.log(
    `resident memory                    ${round(residentIdle)} MB idle, ${round(residentWith10000)} MB with 10,000 objects`,
  );
  for (const [server, before] of Object.entries(residentBefore)) {
    console.log(
      `resident memory of ${server.padEnd(15)} ${round(before)} MB before, ${round(residentAfter[server])} after`,
    );
  }
}

function printInside({ engine, authorization, flowControl }) {
  console.log(
    `storage engine alone               ${round(engine.rate)} rows/s of ${engine.bytes} bytes, ${round(engine.rowTime)} us each`,
  );
  console.log(
    `authorization (RBAC)               ${microseconds(authorization.fresh)}, asked again ${microseconds(authorization.known)}, ` +
      `with ${round(authorization.bindings)} bindings of ${round(authorization.roles)} roles`,
  );
  console.log(
    `priority and fairness              ${microseconds(flowControl.account)}, for users it does not remember ` +
      `${microseconds(flowControl.user)}, exempt ${microseconds(flowControl.exempt)}\n`,
  );
}

function printPodForms({ bytes, protobufBytes, json, protobufWrite, protobufRead, validate }) {
  console.log(
    `a rich pod of ${round(bytes)} bytes       native JSON there and back ${microseconds(json)}, protobuf (${round(protobufBytes)} ` +
      `bytes) written ${microseconds(protobufWrite)} and read ${microseconds(protobufRead)}, validated ${microseconds(validate)}`,
  );
}

function printCustomForms({ wide, ruled }) {
  console.log(
    `custom resources validated         300 fields ${microseconds(wide)}, a rule on 100 elements ${microseconds(ruled)}`,
  );
}
