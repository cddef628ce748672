import type { Auditor } from '../../audit/index.js';
import type { RequestObservers } from '../../request/index.js';
import { GateRunner } from './gate-runner.js';
import type { PipelineParts } from './pipeline-parts.js';
import { REQUEST_GATES, createGates } from './request-gates.js';

/** The parts of a server; its gates are created, and not used. */
function partsOf(more: { auditor?: Auditor; origins?: string[]; console?: boolean; instrument?: () => void }) {
  return {
    ...{ access: {}, handlers: {}, metrics: {}, observers: {} as RequestObservers, auditor: more.auditor },
    limits: { instrument: more.instrument },
    browsers: { allowedOrigins: more.origins ?? [], refusesCrossSite: more.console ?? false },
  } as unknown as PipelineParts;
}

const namesOf = (parts: PipelineParts): string[] =>
  REQUEST_GATES.filter(({ create }) => create(parts)).map(({ name }) => name);

const ALWAYS = ['Arrival', 'Authentication', 'Front proxy headers', 'Impersonation', 'Limits', 'Authorization'];

describe('REQUEST_GATES', () => {
  it('have one order', () => {
    expect(REQUEST_GATES.map(({ name }) => name)).toEqual([
      'Arrival',
      'CORS',
      'Cross-site requests',
      'Authentication',
      'Audit',
      'Front proxy headers',
      'Impersonation',
      'Instrument',
      'Limits',
      'Authorization',
      'Object filter',
      'First write',
      'Handler',
    ]);
  });

  it('leave out those that the options of a server do not ask for', () => {
    expect(namesOf(partsOf({}))).toEqual([...ALWAYS, 'Object filter', 'First write', 'Handler']);
    expect(createGates(partsOf({}))).toHaveLength(ALWAYS.length + 3);
  });

  it.each([
    ['CORS', { origins: ['^https://a$'] }],
    ['Cross-site requests', { console: true }],
    ['Audit', { auditor: {} as Auditor }],
    ['Instrument', { instrument: () => {} }],
  ])('have %s where it is asked for', (name, more) => {
    expect(namesOf(partsOf(more))).toContain(name);
  });

  it('answer every request: the last gate finishes it', async () => {
    const last = createGates(partsOf({})).at(-1)!;
    const failures: unknown[] = [];
    const endings = { failed: async (_: unknown, error: unknown) => void failures.push(error), ended: () => {} };
    expect('wrap' in last).toBe(true);
    await new GateRunner([{ wrap: () => undefined }], endings).run({} as never);
    expect(failures).toEqual([]);
  });
});
