import { encodeOpenApiV2, encodeOpenApiV3 } from './index.js';

const FRAMES = {
  v2: { swagger: '2.0', info: { title: 'a' }, paths: {}, definitions: {}, security: [] },
  v3: { openapi: '3.0.0', info: { title: 'a' }, paths: {}, components: { schemas: {}, securitySchemes: {} } },
};
/** Longer than a turn. */
const MEMBER_MS = 8;

function* slowMembers(onMember: () => void): Generator<object> {
  for (let i = 0; i < 3; i++) {
    const until = performance.now() + MEMBER_MS;
    while (performance.now() < until);
    onMember();
    yield { [`a${i}`]: { description: 'text' } };
  }
}

describe.each([
  ['encodeOpenApiV2()', encodeOpenApiV2, FRAMES.v2],
  ['encodeOpenApiV3()', encodeOpenApiV3, FRAMES.v3],
])('%s', (_, encode, frame) => {
  it('gives way to other work between members', async () => {
    let turns = 0;
    let timer = setImmediate(function count() {
      turns++;
      timer = setImmediate(count);
    });
    const seen: number[] = [];
    await encode({ frame, paths: [], schemas: slowMembers(() => seen.push(turns)) });
    clearImmediate(timer);
    expect(seen.at(-1)).toBeGreaterThan(seen[0]);
  });

  it('writes members in order, behind the head of the document', async () => {
    const bytes = await encode({ frame, paths: [{ '/a': {} }, { '/b': {} }], schemas: [{ A: {} }] });
    const text = bytes.toString('latin1');
    const places = [frame === FRAMES.v2 ? '2.0' : '3.0.0', '/a', '/b', 'A'].map((part) => text.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });
});
