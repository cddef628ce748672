import { parseManifest } from './manifest-documents.js';

describe('parseManifest()', () => {
  it.each<[string, string, unknown[]]>([
    ['one document', 'a: 1', [{ a: 1 }]],
    ['several', 'a: 1\n--- # next\nb: 2\r\n---\r\nc: 3', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['JSON between YAML', 'a: 1\n---\n{"b":\t2}\n', [{ a: 1 }, { b: 2 }]],
    ['nothing', '', []],
    ['documents without content', '# head\n---\n\n---\na: 1\n---\n', [{ a: 1 }]],
    ['an end that nothing follows', 'a: 1\n...\n# tail\n', [{ a: 1 }]],
    ['a separator inside of a text', 'a: |\n  ---\n  b\n', [{ a: '---\nb\n' }]],
  ])('reads %s', async (_, text, values) => {
    expect((await parseManifest(text)).map(({ value }) => value)).toEqual(values);
  });

  it.each([
    ['a: 1\na: 2', 1],
    ['{"a": 1, "a": 2}', 1],
    ['a: 1', 0],
  ])('finds repeated keys of %j', async (text, count) => {
    const [{ duplicates }] = await parseManifest(text);
    expect(duplicates).toHaveLength(count);
  });

  it.each([
    ['--- a: 1', 'invalid document separator'],
    ['a: 1\n...\nb: 2', 'a document has text behind its end'],
    ['a: 1\n... b: 2', 'a document has text behind its end'],
    ['a: 1\r---\rb: 2', 'a document has text behind its end'],
    ['a: 1\u2028---\u2028b: 2', 'a document has text behind its end'],
    ['{"a": 1} {"b": 2}', ''],
    ['a: [', ''],
  ])('refuses %j', async (text, fault) => {
    await expect(parseManifest(text)).rejects.toThrow(fault);
  });
});
