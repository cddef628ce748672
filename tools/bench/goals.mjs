/**
 * Goals are ratios of figures of one run, so that a slower machine does not miss them: docs/benchmarks.md says what each is compared with. Memory
 * alone is absolute, since it does not depend on the speed.
 */

/** Times the processor time of a bare Fastify server over TLS. */
const READY = 2.5;
/** Megabytes, three seconds after the start. */
const IDLE = 110;
/** Of the bare server, by processor time. */
const GET_SHARE = 0.5;
const LIST_SHARE = 0.8;
const LISTS = ['list 500 json', 'list 500 protobuf', 'list 5000 json', 'list 5000 protobuf'];
/** How much longer the slowest gets may take while objects are created. */
const BESIDE_WRITES = 3;
/** Times the processor time of a bare server's response and a row of the storage engine. */
const CREATE_COST = 7;
/** How many creates an update may cost, by processor time. */
const UPDATE_COST = 1.3;
/** Times native JSON. */
const PROTOBUF_SHARE = 1.5;
/** Times the yardstick. */
const VALIDATION = 2.4;
const RULES = 2;
const AUTHORIZATION = 0.4;
const FLOW_CONTROL = 0.08;
/** Operations on custom objects, with those on ConfigMaps they are compared with. */
const CUSTOM_TWINS = {
  'get custom @16': 'get 25 keys @16',
  'list 500 custom @2': 'list 500 of 25 keys @2',
  'create custom @16': 'create 25 keys @16',
  'merge patch custom @16': 'merge patch 25 keys @16',
};
const CUSTOM_SHARE = 0.85;

/** How many times the processor time a reference server takes for an operation, its store included. */
const REFERENCE_AIMS = {
  'get @16': 5,
  'get over HTTP/2 @1x16': 8,
  'get over HTTP/2 @16x4': 8,
  'get over HTTP/2 @16x1': 5,
  'list 500 json rv=0 @2': 4,
  'list 500 json consistent @2': 4,
  'create @64': 2.7,
  'update @16': 3.3,
  'apply @16': 6.4,
};

const round = (value) => Math.round(value).toLocaleString('en-US');
const percent = (value) => `${Math.round(value * 100)} %`;

/** Compares the figures of the built server with its goals, and those of the first server with those of a reference, the second one. */
export function judge(figures) {
  const { operations, podForms, customForms, authorization, flowControl } = figures;
  return [
    ...judgeProcess(figures),
    judgeYardsticks('authorization', authorization.fresh, AUTHORIZATION),
    judgeYardsticks('priority and fairness', flowControl.account, FLOW_CONTROL),
    ...judgeOwnOperations(figures),
    ...(podForms === undefined ? [] : judgePodForms(podForms)),
    ...(customForms === undefined ? [] : judgeCustomForms(customForms)),
    ...judgeCustomObjects(operations),
    ...judgeBesideReference(figures),
  ].filter((judged) => judged !== undefined);
}

function judgeProcess({ ready, bareReady, residentIdle }) {
  const multiple = ready.processorMs / bareReady.processorMs;
  const start = `${multiple.toFixed(2)} times the processor time of a bare server's start, at most ${READY}`;
  return [
    verdict('ready on an empty store', multiple <= READY, start),
    verdict('resident memory idle', residentIdle < IDLE, `${round(residentIdle)} MB, under ${IDLE} MB`),
  ];
}

function judgeYardsticks(name, { multiple }, most) {
  return verdict(name, multiple < most, `${multiple.toFixed(multiple < 0.1 ? 3 : 2)} yardsticks, under ${most}`);
}

function judgeOwnOperations({ engine, operations }) {
  const serversOf = (name) => operations.find((operation) => operation.name === name)?.servers;
  return [
    judgeShare('get @16', GET_SHARE, serversOf('get @16')),
    judgeBesideWrites(serversOf('get beside 1,000 creates a second')),
    ...LISTS.map((name) => judgeShare(name, LIST_SHARE, serversOf(`${name} rv=0 @2`))),
    judgeCreate(serversOf('create @64'), serversOf('get @64'), engine),
    judgeUpdate(serversOf('create 1 kB @64'), serversOf('update 1 kB @64')),
  ];
}

function judgeShare(name, wanted, { binnacle, 'bare https': bare } = {}) {
  if (!binnacle?.serverTime || !bare?.serverTime) return undefined;
  const share = bare.serverTime / binnacle.serverTime;
  return verdict(name, share >= wanted, `${percent(share)} of the bare server, at least ${percent(wanted)}`);
}

function judgeBesideWrites({ binnacle } = {}) {
  if (!binnacle) return undefined;
  const ratio = binnacle.p99 / binnacle.quietP99;
  const text = `p99 ${ratio.toFixed(1)} times, at most ${BESIDE_WRITES}`;
  return verdict('get beside creates', ratio <= BESIDE_WRITES, text);
}

function judgeCreate({ binnacle: create } = {}, { 'bare https': bare } = {}, engine) {
  if (!create?.serverTime || !bare?.serverTime) return undefined;
  const cost = create.serverTime / (bare.serverTime + engine.rowTime);
  const text = `${cost.toFixed(1)} times a bare response and a row of the engine, at most ${CREATE_COST}`;
  return verdict('create @64', cost <= CREATE_COST, text);
}

function judgeUpdate({ binnacle: create } = {}, { binnacle: update } = {}) {
  if (!create?.serverTime || !update?.serverTime) return undefined;
  const cost = update.serverTime / create.serverTime;
  return verdict('update 1 kB', cost <= UPDATE_COST, `${cost.toFixed(2)} creates, at most ${UPDATE_COST}`);
}

function judgePodForms({ json, protobufWrite, protobufRead, validate }) {
  const ratio = (protobufWrite.multiple + protobufRead.multiple) / json.multiple;
  const costs = `${ratio.toFixed(2)} times native JSON, at most ${PROTOBUF_SHARE}`;
  return [
    verdict('a rich pod in protobuf', ratio <= PROTOBUF_SHARE, costs),
    judgeYardsticks('a rich pod validated', validate, VALIDATION),
  ];
}

function judgeCustomForms({ wide, ruled }) {
  return [
    judgeYardsticks('300 custom fields validated', wide, VALIDATION),
    judgeYardsticks('a rule on 100 elements', ruled, RULES),
  ];
}

/** Compares operations on custom objects by the processor time of those on ConfigMaps of the same form. */
function judgeCustomObjects(operations) {
  const timeOf = (name) => operations.find((operation) => operation.name === name)?.servers.binnacle?.serverTime;
  return Object.entries(CUSTOM_TWINS).flatMap(([custom, twin]) => {
    const [time, wanted] = [timeOf(custom), timeOf(twin)];
    if (!time || !wanted) return [];
    const share = wanted / time;
    return [verdict(custom, share >= CUSTOM_SHARE, `${percent(share)} of ${twin}, at least ${percent(CUSTOM_SHARE)}`)];
  });
}

function judgeBesideReference({ operations, names }) {
  if (names.length < 2) return [];
  const [first, second] = names;
  return operations.flatMap(({ name, servers }) => {
    const [own, reference] = [servers[first]?.serverTime, servers[second]?.serverTime];
    const wanted = REFERENCE_AIMS[name];
    if (!wanted || !own || !reference) return [];
    const text = `${(reference / own).toFixed(2)} times less processor time than ${second}, at least ${wanted}`;
    return [verdict(`${name} beside ${second}`, reference / own >= wanted, text)];
  });
}

function verdict(name, isMet, text) {
  return { name, isMet, text };
}
