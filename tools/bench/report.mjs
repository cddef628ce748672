const ENGINE_SHARE = 0.15;
const CREATES = 4000;
const BARE_SHARE = 0.45;
const PROTOBUF_SHARE = 1.5;
/** Microseconds. */
const VALIDATION = 60;
const AUTHORIZATION = 10;

const round = (value) => Math.round(value).toLocaleString('en-US');
const percent = (value) => `${Math.round(value * 100)} %`;

/** One line about an operation: every server's rate and latency, and the ratio to the server named last. */
export function formatOperation({ name, servers }) {
  const entries = Object.entries(servers);
  const cells = entries.map(([server, result]) => `${server} ${formatResult(result)}`);
  const [first, second] = entries.map(([, { rate, deliveries }]) => rate ?? deliveries);
  const ratio = second === undefined ? '' : `  ratio ${(first / second).toFixed(2)}`;
  return `${name.padEnd(34)} ${cells.join('   ')}${ratio}`;
}

function formatResult({ rate, deliveries, p99, serverTime, unexpected = 0 }) {
  const speed = rate === undefined ? `${round(deliveries)} events/s` : `${round(rate)}/s`;
  const time = serverTime === undefined ? '' : ` ${round(serverTime)} us`;
  return `${speed.padStart(10)} p99 ${p99.toFixed(1)} ms${time}${unexpected > 0 ? ` (${unexpected} other answers)` : ''}`;
}

/** Holds the figures of the built Binnacle against what it is to reach. */
export function judge({ readyMs, residentIdle, engine, authorization, operations, podForms }) {
  const { freshMicroseconds } = authorization;
  const of = (name) => operations.find((operation) => operation.name === name)?.servers ?? {};
  const get = of('get @16');
  const create = of('create @64').binnacle?.rate;
  const wanted = Math.min(CREATES, engine.rate * ENGINE_SHARE);
  return [
    verdict('ready on an empty store', readyMs <= 1200, `${round(readyMs)} ms, at most 1,200 ms`),
    verdict('resident memory idle', residentIdle < 150, `${round(residentIdle)} MB, under 150 MB`),
    verdict(
      'authorization',
      freshMicroseconds < AUTHORIZATION,
      `${freshMicroseconds.toFixed(1)} µs, under ${AUTHORIZATION} µs`,
    ),
    ...(get.binnacle === undefined ? [] : [judgeGet(get)]),
    ...(create === undefined
      ? []
      : [verdict('create @64', create >= wanted, `${round(create)}/s, at least ${round(wanted)}/s`)]),
    ...(podForms === undefined ? [] : judgePodForms(podForms)),
  ];
}

function judgeGet({ binnacle, 'bare https': bare }) {
  const share = binnacle.rate / bare.rate;
  return verdict(
    'get @16',
    share >= BARE_SHARE,
    `${percent(share)} of the bare server, at least ${percent(BARE_SHARE)}`,
  );
}

function judgePodForms({ json, protobufWrite, protobufRead, validate }) {
  const ratio = (protobufWrite + protobufRead) / json;
  const costs = `${ratio.toFixed(2)} times native JSON, at most ${PROTOBUF_SHARE}`;
  return [
    verdict('a rich pod in protobuf', ratio <= PROTOBUF_SHARE, costs),
    verdict('a rich pod validated', validate < VALIDATION, `${validate.toFixed(1)} us, under ${VALIDATION} us`),
  ];
}

function verdict(name, isMet, text) {
  return { name, isMet, text };
}

/** Prints what belongs to no single operation, and the verdicts. */
export function printReport(
  { readyMs, readyMsWorst, residentIdle, residentWith10000, engine, authorization, podForms },
  verdicts,
) {
  console.log(`\nready on an empty store            ${round(readyMs)} ms (worst ${round(readyMsWorst)} ms)`);
  console.log(
    `resident memory                    ${round(residentIdle)} MB idle, ${round(residentWith10000)} MB with 10,000 objects`,
  );
  if (podForms) printPodForms(podForms);
  console.log(`storage engine alone               ${round(engine.rate)} rows/s of ${engine.bytes} bytes`);
  printAuthorization(authorization);
  for (const { name, isMet, text } of verdicts) console.log(`${isMet ? 'met   ' : 'MISSED'} ${name}: ${text}`);
}

function printAuthorization({ freshMicroseconds, knownMicroseconds, roles, bindings }) {
  console.log(
    `authorization (RBAC)               ${freshMicroseconds.toFixed(2)} µs, asked again ${knownMicroseconds.toFixed(2)} µs, ` +
      `with ${round(bindings)} bindings of ${round(roles)} roles\n`,
  );
}

function printPodForms({ bytes, protobufBytes, json, protobufWrite, protobufRead, validate }) {
  const us = (value) => `${value.toFixed(1)} us`;
  console.log(
    `a rich pod of ${round(bytes)} bytes       native JSON there and back ${us(json)}, protobuf (${round(protobufBytes)} ` +
      `bytes) written ${us(protobufWrite)} and read ${us(protobufRead)}, validated ${us(validate)}`,
  );
}
