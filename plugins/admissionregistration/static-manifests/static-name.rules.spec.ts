import type { ApiObject, StrategyContext } from '../../../src/plugin-api/index.js';
import { checkAs } from '../../../src/plugin-api/built-in.js';
import { reserveStaticNames } from './static-name.rules.js';

const rules = reserveStaticNames<ApiObject>({ validate: () => [] });
const objectOf = (name?: string): ApiObject => ({ metadata: { name } });
const contextOf = (isEnabled: boolean) => ({ isEnabled: () => isEnabled }) as unknown as StrategyContext;
const [ON, OFF] = [contextOf(true), contextOf(false)];
const RESERVED = objectOf('a.static.k8s.io');
const count = (release: string, results: () => unknown[]): number => checkAs(release, results).length;

describe('reserveStaticNames()', () => {
  it.each<[string | undefined, number]>([
    ['a.static.k8s.io', 1],
    ['.static.k8s.io', 1],
    ['static.k8s.io', 0],
    ['a.static.k8s.io.b', 0],
    [undefined, 0],
  ])('has for %j %d errors while manifests are enabled', (name, errors) => {
    expect(rules.validate(objectOf(name), ON)).toHaveLength(errors);
    expect(rules.validate(objectOf(name), OFF)).toEqual([]);
  });

  it('accepts changes of stored objects with such a name', () => {
    expect(rules.validateUpdate(RESERVED, RESERVED, ON)).toEqual([]);
  });

  it.each([
    ['1.36', 1],
    ['1.35', 0],
  ])('warns in %s', (release, warnings) => {
    expect(count(release, () => rules.warningsOnCreate(RESERVED, OFF))).toBe(warnings);
    expect(count(release, () => rules.warningsOnUpdate(RESERVED, RESERVED, ON))).toBe(warnings);
    expect(count(release, () => rules.warningsOnCreate(RESERVED, ON))).toBe(0);
    expect(count(release, () => rules.warningsOnUpdate(objectOf('a'), objectOf('a'), OFF))).toBe(0);
  });
});
