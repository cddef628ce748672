import { type AttackedServer, MOST_LATENCY, Prober, startAttackedServer } from './support.js';
import { type GrowingPlace, findGrowingPlaces } from './schema-paths.js';

/** A request is looked at more closely where a hundred kilobytes of it take as long, in milliseconds. */
const SLOW = 60;
/** Ten times as much may take so many times as long: linear work, a sort, and the noise of a busy machine. */
const MOST_GROWTH = 25;

let server: AttackedServer;
let prober: Prober;

beforeAll(async () => {
  server = await startAttackedServer();
  prober = new Prober(server.connect(server.adminToken));
}, 60_000);

afterAll(async () => {
  await prober.stop();
  expect(await server.stop()).toBe(0);
});

const ALPHABETS = ['a', '1', '/', '.', ':', '-', ' ', '"', '[', '=', ',', '%', 'é', '\u0001'];

/** The value of a place at a size, as JSON text. */
function grow({ grows, holds }: GrowingPlace, size: number, variant: number): string {
  const element = { string: '"a"', integer: '1', number: '1', boolean: 'true', array: '[]' }[holds] ?? '{}';
  if (grows === 'string') return JSON.stringify(ALPHABETS[variant % ALPHABETS.length].repeat(size));
  if (grows === 'number') return '1'.repeat(size);
  if (grows === 'list') return `[${Array.from({ length: size / 4 }, () => element).join(',')}]`;
  return `{${Array.from({ length: size / 8 }, (_, i) => `"k${i}":${element}`).join(',')}}`;
}

/** An object of the place's kind with nothing else in it. */
function bodyOf(place: GrowingPlace, value: string): string {
  let text = value;
  for (const step of [...place.steps].reverse()) {
    if (step === '[]') text = `[${text}]`;
    else if (step === '{}') text = `{"key":${text}}`;
    else text = `{${JSON.stringify(step)}:${text}}`;
  }
  const head = `"apiVersion":"${place.apiVersion}","kind":"${place.kind}"`;
  const named = place.steps[0] === 'metadata' ? '' : ',"metadata":{"name":"a"}';
  return `{${head}${named},${text.slice(1)}`;
}

/** Places that are answered with a failure of the server's own. */
const failures: string[] = [];

async function timeOf(place: GrowingPlace, size: number, variant: number): Promise<number> {
  const body = bodyOf(place, grow(place, size, variant));
  const started = performance.now();
  const { status, text } = await server.admin.request('POST', `${place.collection}?dryRun=All`, { body });
  if (status >= 500) failures.push(`${nameOf(place)} #${variant} of ${size}: ${status} ${text.slice(0, 200)}`);
  return performance.now() - started;
}

function nameOf({ kind, steps, grows }: GrowingPlace): string {
  return `${kind}.${steps.join('.')} (${grows})`;
}

/** What is wrong with how the time for a place grows; undefined when nothing is. */
async function faultOf(place: GrowingPlace, variant: number): Promise<string | undefined> {
  await prober.takeWorst();
  const time = await timeOf(place, 100_000, variant);
  const latency = await prober.takeWorst();
  if (time < SLOW && latency < MOST_LATENCY) return undefined;
  const times: number[] = [];
  for (const size of [1_000, 10_000, 100_000]) times.push(await timeOf(place, size, variant));
  const worst = await prober.takeWorst();
  const hasGrown = times[2] > SLOW && times[2] / Math.max(times[1], 2) > MOST_GROWTH;
  if (!hasGrown && worst < MOST_LATENCY) return undefined;
  const shown = times.map((t) => t.toFixed(1)).join(', ');
  return `${nameOf(place)} #${variant}: ${shown} ms at 1k, 10k, 100k; /livez waited ${worst.toFixed(0)} ms`;
}

it('answers any object in time that grows no faster than the object, and holds up nobody', async () => {
  const places = await findGrowingPlaces(server.admin);
  expect(places.length).toBeGreaterThan(500);
  const faults: string[] = [];
  for (const [i, place] of places.entries()) {
    const variants = place.grows === 'string' ? [i, i + 3, i + 7, i + 11] : [0];
    for (const variant of variants) {
      const fault = await faultOf(place, variant);
      if (fault !== undefined) faults.push(fault);
    }
  }
  expect(faults).toEqual([]);
  expect(failures).toEqual([]);
}, 240_000);
