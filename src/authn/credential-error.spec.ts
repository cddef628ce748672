import { internalError } from '../apimachinery/index.js';
import {
  AuditedCredentialError,
  auditAnnotationsOf,
  CredentialError,
  joinRefusals,
  refusalOf,
  rejectCredentials,
  rejectionReason,
} from './credential-error.js';

const [ONE, TWO] = [new CredentialError('one'), new CredentialError('two', 'one')];
const NOTED = new AuditedCredentialError(['noted'], { 'a/b': 'c', 'a/d': 'e' });
const ALSO_NOTED = new AuditedCredentialError(['also'], { 'a/b': 'x' });

describe('CredentialError', () => {
  it('is called so in logs, and shows each fault once', () => {
    expect(String(ONE)).toBe('CredentialError: one');
    expect([TWO.message, joinRefusals([ONE, TWO, ONE]).message]).toEqual(['[two, one]', '[one, two]']);
  });

  it('is what may be refused; any other error goes on', () => {
    expect(refusalOf(NOTED)).toBe(NOTED);
    const defect = new TypeError('defect');
    expect(() => refusalOf(defect)).toThrow(defect);
  });

  it.each<[readonly CredentialError[], string | undefined, string[], Record<string, string> | undefined]>([
    [[], 'first', ['first'], undefined],
    [[ONE], undefined, ['one'], undefined],
    [[ONE, TWO], 'first', ['first', 'one', 'two', 'one'], undefined],
    [[ONE, NOTED], undefined, ['one', 'noted'], { 'a/b': 'c', 'a/d': 'e' }],
    [[NOTED, ALSO_NOTED], 'first', ['first', 'noted', 'also'], { 'a/b': 'x', 'a/d': 'e' }],
  ])('%#: joins the faults and annotations of several', (refusals, first, faults, annotations) => {
    const joined = joinRefusals(refusals, first);
    expect([joined.faults, auditAnnotationsOf(joined)]).toEqual([faults, annotations]);
    const rejected = rejectCredentials(refusals);
    expect(rejected.status).toMatchObject({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
    expect(auditAnnotationsOf(rejected)).toEqual(annotations);
  });

  it.each<[unknown, string | undefined]>([
    [ONE, 'one'],
    [rejectCredentials([ONE, NOTED]), '[one, noted]'],
    [internalError('defect'), undefined],
    [new Error('defect'), undefined],
    [undefined, undefined],
  ])('%#: is the reason of a rejection', (error, reason) => {
    expect(rejectionReason(error)).toBe(reason);
  });
});
