import { GrowthJudge, type GrowingRequest } from './growth.js';
import { probedServer } from './probed-server.js';
import { type GrowingPlace, findGrowingPlaces } from './schema-paths.js';

const attacked = probedServer();

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

/** The members or elements of a list or map, all different, in as many characters. */
function growDistinct({ grows, elementAt }: GrowingPlace, size: number): string {
  const parts: string[] = [];
  for (let length = 0; length < size; length += parts[parts.length - 1].length + 1) {
    const text = JSON.stringify(elementAt(parts.length));
    parts.push(grows === 'map' ? `"a${parts.length}":${text}` : text);
  }
  return grows === 'map' ? `{${parts.join(',')}}` : `[${parts.join(',')}]`;
}

function nameOf({ kind, steps, grows }: GrowingPlace): string {
  return `${kind}.${steps.join('.')} (${grows})`;
}

/** Alphabets that are tried at a place. */
const VARIANTS = 4;

/**
 * The alphabets to try at each place: kinds are made of the same types, and at places in them that end alike, others are tried in place
 * of the same ones again.
 */
function variantsOf(places: readonly GrowingPlace[]): number[][] {
  const endOf = ({ steps, grows }: GrowingPlace): string => [...steps.slice(-3), grows].join('.');
  const alike = new Map<string, GrowingPlace[]>();
  for (const place of places) alike.set(endOf(place), [...(alike.get(endOf(place)) ?? []), place]);
  return places.map((place) => {
    if (place.grows !== 'string') return [0];
    const others = alike.get(endOf(place))!;
    const count = others.length >= 8 ? 1 : others.length >= 4 ? 2 : VARIANTS;
    const first = others.indexOf(place) * count;
    return Array.from({ length: count }, (_, i) => first + i * 3);
  });
}

/** Creates an object in which the place grows. */
function requestFor(place: GrowingPlace, variant: number): GrowingRequest {
  return {
    name: `${nameOf(place)} #${variant}`,
    send: (size) =>
      attacked.server.admin.request('POST', `${place.collection}?dryRun=All`, {
        body: bodyOf(place, grow(place, size, variant)),
      }),
  };
}

it('answers any object in time that grows no faster than the object, and holds up nobody', async () => {
  const places = await findGrowingPlaces(attacked.server.admin);
  expect(places.length).toBeGreaterThan(500);
  const judge = new GrowthJudge(attacked.prober);
  const variants = variantsOf(places);
  const faults: string[] = [];
  for (const [i, place] of places.entries()) {
    for (const variant of variants[i]) {
      const fault = await judge.faultOf(requestFor(place, variant));
      if (fault !== undefined) faults.push(fault);
    }
  }
  expect(faults).toEqual([]);
  expect(judge.failures).toEqual([]);
});

it('answers lists and maps of many different elements in time that grows with their number', async () => {
  const places = (await findGrowingPlaces(attacked.server.admin)).filter(
    ({ grows }) => grows === 'list' || grows === 'map',
  );
  expect(places.length).toBeGreaterThan(200);
  const managed = places.filter(({ steps }) => steps.join('.') === 'metadata.managedFields');
  // Of reviews, which any user may send, and of what is stored.
  expect(managed.length).toBeGreaterThan(0);
  const judge = new GrowthJudge(attacked.prober);
  const faults: string[] = [];
  for (const place of places) {
    const send = (size: number): ReturnType<GrowingRequest['send']> =>
      attacked.server.admin.request('POST', `${place.collection}?dryRun=All`, {
        body: bodyOf(place, growDistinct(place, size)),
      });
    const fault = await judge.faultOfDoubled({ name: nameOf(place), send });
    if (fault !== undefined) faults.push(fault);
  }
  expect(faults).toEqual([]);
  expect(judge.failures).toEqual([]);
});
