const inAnyOf = (pattern) => (stack) => stack.some((frame) => pattern.test(frame));
const nearestIn = (pattern) => (stack) => pattern.test(stack.find((frame) => !isOfNode(frame)) ?? '');
const isOfNode = (frame) => frame === '' || frame.startsWith('node:');

/**
 * Parts of a start, in the order in which they are looked for: each sample of a profile is of the first part that matches the files of its stack,
 * the innermost function first. `leaf` is a state of the engine that the profiler reports in place of a function.
 */
const PARTS = [
  { name: 'garbage collection', leaf: '(garbage collector)' },
  { name: 'waiting for files, threads and timers', leaf: '(idle)' },
  { name: 'compiled code read', matches: nearestIn(/\bsrc\/process\//) },
  { name: 'modules loaded', matches: inAnyOf(/\bsrc\/process\/compiled-packages|^node:internal\/modules\//) },
  { name: 'first objects', matches: inAnyOf(/\/start-hooks\.ts|\bplugins\/.*\/bootstrap\/|\bsrc\/registry\/store\//) },
  {
    name: 'certificates',
    matches: nearestIn(
      /\bsrc\/server\/(certificates|shared-secrets)\/|\bsrc\/authn\/|\/(@peculiar|asn1js|pvtsutils|pvutils)\//,
    ),
  },
  { name: 'store', matches: nearestIn(/\bsrc\/storage\/|\/(typeorm|sqlite3|bindings)\/|\bsrc\/metadata\//) },
  {
    name: 'kinds',
    matches: nearestIn(/\bsrc\/(plugin-host|plugin-api|schema|scheme|registry|patch)\/|\/plugins\/|^plugins\//),
  },
  { name: 'Nest', matches: nearestIn(/\/(@nestjs\/(core|common)|reflect-metadata|iterare|rxjs)\//) },
  {
    name: 'listener',
    matches: nearestIn(
      /\bsrc\/server\/connections\/|\/(fastify|avvio|find-my-way|light-my-request|@nestjs\/platform-fastify)\//,
    ),
  },
  { name: 'other code of the server', matches: nearestIn(/\bsrc\/|node_modules/) },
  { name: 'Node.js', matches: () => true },
];

/** Names of the parts of a start, in the order of a report. */
export const PART_NAMES = PARTS.map(({ name }) => name);

/**
 * Divides a start into parts by a profile of V8: milliseconds of each, which add up to the whole from `startedAt` to `readyAt`, in microseconds of
 * the monotonic clock. `sourceOf` maps a frame of the profile to its source file.
 */
export function divideStart(profile, { startedAt, readyAt }, sourceOf) {
  const stackOf = stacksOf(profile, sourceOf);
  const parts = Object.fromEntries(PART_NAMES.map((name) => [name, 0]));
  // Node loads its own modules before it starts the profiler.
  parts['Node.js'] += profile.startTime - startedAt;
  let at = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const next = Math.min(at + profile.timeDeltas[index], readyAt);
    parts[partOf(stackOf(id))] += next - at;
    at = next;
  }
  return Object.fromEntries(PART_NAMES.map((name) => [name, parts[name] / 1000]));
}

function partOf({ leaf, files }) {
  return PARTS.find((part) => (part.leaf === undefined ? part.matches(files) : part.leaf === leaf)).name;
}

function stacksOf({ nodes }, sourceOf) {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const filesFrom = (id) =>
    id === undefined ? [] : [sourceOf(known.get(id).callFrame), ...filesFrom(parents.get(id))];
  return (id) => ({ leaf: known.get(id).callFrame.functionName, files: filesFrom(id) });
}
