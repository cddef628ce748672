const ENGINE_SHARE = 0.18;
const CREATES = 5000;
/** Of the rate of the bare server. */
const GET_SHARE = 0.5;
const LIST_SHARE = 0.8;
const LISTS = ['list 500 json', 'list 500 protobuf', 'list 5000 json', 'list 5000 protobuf'];
/** How much longer the slowest gets may take while objects are created. */
const BESIDE_WRITES = 3;
/** How many creates an update may cost, by processor time. */
const UPDATE_COST = 1.3;
const PROTOBUF_SHARE = 1.5;
/** Microseconds. */
const VALIDATION = 60;
const AUTHORIZATION = 10;
/** Milliseconds from the start of the process to `/readyz`. */
const READY = 650;
/** Megabytes, three seconds after that. */
const IDLE = 110;
const RULES = 50;
/** Operations on custom objects, with those on ConfigMaps they are compared with. */
const CUSTOM_TWINS = {
  'get custom @16': 'get @16',
  'list 500 custom @2': 'list 500 of 25 keys @2',
  'create custom @16': 'create 25 keys @16',
  'merge patch custom @16': 'merge patch 25 keys @16',
};
const CUSTOM_SHARE = 0.85;

const round = (value) => Math.round(value).toLocaleString('en-US');
const percent = (value) => `${Math.round(value * 100)} %`;

/** Returns one line about an operation: every server's rate and latency, and the ratio to the server named last. */
export function formatOperation({ name, servers }) {
  const entries = Object.entries(servers);
  const cells = entries.map(([server, result]) => `${server} ${formatResult(result)}`);
  const [first, second] = entries.map(([, { rate, deliveries }]) => rate ?? deliveries);
  const ratio = second === undefined ? '' : `  ratio ${(first / second).toFixed(2)}`;
  return `${name.padEnd(34)} ${cells.join('   ')}${ratio}`;
}

/** Returns the line about gets while objects are created. */
export function formatBesideWrites({ name, servers }) {
  const cells = Object.entries(servers).map(
    ([server, { p99, quietP99, writes }]) =>
      `${server} p99 ${p99.toFixed(2)} ms, ${quietP99.toFixed(2)} ms without (${round(writes)} creates/s)`,
  );
  return `${name.padEnd(34)} ${cells.join('   ')}`;
}

function formatResult({ rate, deliveries, p99, serverTime, unexpected = 0 }) {
  const speed = rate === undefined ? `${round(deliveries)} events/s` : `${round(rate)}/s`;
  const time = serverTime === undefined ? '' : ` ${round(serverTime)} us`;
  return `${speed.padStart(10)} p99 ${p99.toFixed(1)} ms${time}${unexpected > 0 ? ` (${unexpected} other answers)` : ''}`;
}

/** Compares the figures of the built Binnacle with its goals. */
export function judge({ readyMs, residentIdle, engine, authorization, operations, podForms, customForms }) {
  const { freshMicroseconds } = authorization;
  const serversOf = (name) => operations.find((operation) => operation.name === name)?.servers;
  return [
    verdict('ready on an empty store', readyMs <= READY, `${round(readyMs)} ms, at most ${READY} ms`),
    verdict('resident memory idle', residentIdle < IDLE, `${round(residentIdle)} MB, under ${IDLE} MB`),
    verdict(
      'authorization',
      freshMicroseconds < AUTHORIZATION,
      `${freshMicroseconds.toFixed(1)} µs, under ${AUTHORIZATION} µs`,
    ),
    judgeShare('get @16', GET_SHARE, serversOf('get @16')),
    judgeBesideWrites(serversOf('get beside 1,000 creates a second')),
    ...LISTS.map((name) => judgeShare(name, LIST_SHARE, serversOf(`${name} rv=0 @2`))),
    judgeCreate(serversOf('create @64'), engine),
    judgeUpdate(serversOf('create 1 kB @64'), serversOf('update 1 kB @64')),
    ...(podForms === undefined ? [] : judgePodForms(podForms)),
    ...(customForms === undefined ? [] : judgeCustomForms(customForms)),
    ...judgeCustomObjects(operations),
  ].filter((judged) => judged !== undefined);
}

function judgeShare(name, wanted, { binnacle, 'bare https': bare } = {}) {
  if (!binnacle) return undefined;
  const share = binnacle.rate / bare.rate;
  return verdict(name, share >= wanted, `${percent(share)} of the bare server, at least ${percent(wanted)}`);
}

function judgeBesideWrites({ binnacle } = {}) {
  if (!binnacle) return undefined;
  const ratio = binnacle.p99 / binnacle.quietP99;
  return verdict(
    'get beside creates',
    ratio <= BESIDE_WRITES,
    `p99 ${ratio.toFixed(1)} times, at most ${BESIDE_WRITES}`,
  );
}

function judgeCreate({ binnacle } = {}, engine) {
  if (!binnacle) return undefined;
  const wanted = Math.min(CREATES, engine.rate * ENGINE_SHARE);
  return verdict('create @64', binnacle.rate >= wanted, `${round(binnacle.rate)}/s, at least ${round(wanted)}/s`);
}

function judgeUpdate({ binnacle: create } = {}, { binnacle: update } = {}) {
  if (!create?.serverTime || !update?.serverTime) return undefined;
  const cost = update.serverTime / create.serverTime;
  return verdict('update 1 kB', cost <= UPDATE_COST, `${cost.toFixed(2)} creates, at most ${UPDATE_COST}`);
}

function judgePodForms({ json, protobufWrite, protobufRead, validate }) {
  const ratio = (protobufWrite + protobufRead) / json;
  const costs = `${ratio.toFixed(2)} times native JSON, at most ${PROTOBUF_SHARE}`;
  return [
    verdict('a rich pod in protobuf', ratio <= PROTOBUF_SHARE, costs),
    verdict('a rich pod validated', validate < VALIDATION, `${validate.toFixed(1)} us, under ${VALIDATION} us`),
  ];
}

function judgeCustomForms({ wide, ruled }) {
  const us = (value, most) => `${value.toFixed(1)} us, under ${most} us`;
  return [
    verdict('300 custom fields validated', wide < VALIDATION, us(wide, VALIDATION)),
    verdict('a rule on 100 elements', ruled < RULES, us(ruled, RULES)),
  ];
}

/** Operations on custom objects by the processor time of those on ConfigMaps of the same form. */
function judgeCustomObjects(operations) {
  const timeOf = (name) => operations.find((operation) => operation.name === name)?.servers.binnacle?.serverTime;
  return Object.entries(CUSTOM_TWINS).flatMap(([custom, twin]) => {
    const [time, wanted] = [timeOf(custom), timeOf(twin)];
    if (!time || !wanted) return [];
    const share = wanted / time;
    return [verdict(custom, share >= CUSTOM_SHARE, `${percent(share)} of ${twin}, at least ${percent(CUSTOM_SHARE)}`)];
  });
}

function verdict(name, isMet, text) {
  return { name, isMet, text };
}

/** Prints what belongs to no single operation, and the verdicts. */
export function printReport(
  { readyMs, readyMsWorst, residentIdle, residentWith10000, engine, authorization, flowControl, podForms },
  verdicts,
) {
  console.log(`\nready on an empty store            ${round(readyMs)} ms (worst ${round(readyMsWorst)} ms)`);
  console.log(
    `resident memory                    ${round(residentIdle)} MB idle, ${round(residentWith10000)} MB with 10,000 objects`,
  );
  if (podForms) printPodForms(podForms);
  console.log(`storage engine alone               ${round(engine.rate)} rows/s of ${engine.bytes} bytes`);
  printAuthorization(authorization);
  printFlowControl(flowControl);
  for (const { name, isMet, text } of verdicts) console.log(`${isMet ? 'met   ' : 'MISSED'} ${name}: ${text}`);
}

function printAuthorization({ freshMicroseconds, knownMicroseconds, roles, bindings }) {
  console.log(
    `authorization (RBAC)               ${freshMicroseconds.toFixed(2)} µs, asked again ${knownMicroseconds.toFixed(2)} µs, ` +
      `with ${round(bindings)} bindings of ${round(roles)} roles\n`,
  );
}

function printFlowControl({ accountMicroseconds, userMicroseconds, exemptMicroseconds }) {
  console.log(
    `priority and fairness              ${accountMicroseconds.toFixed(2)} µs, for users it does not remember ` +
      `${userMicroseconds.toFixed(2)} µs, exempt ${exemptMicroseconds.toFixed(2)} µs\n`,
  );
}

function printPodForms({ bytes, protobufBytes, json, protobufWrite, protobufRead, validate }) {
  const us = (value) => `${value.toFixed(1)} us`;
  console.log(
    `a rich pod of ${round(bytes)} bytes       native JSON there and back ${us(json)}, protobuf (${round(protobufBytes)} ` +
      `bytes) written ${us(protobufWrite)} and read ${us(protobufRead)}, validated ${us(validate)}`,
  );
}
