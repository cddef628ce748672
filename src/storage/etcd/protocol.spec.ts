import { Keys, endOf } from './keys.js';
import { METHODS } from './protocol.js';

describe('messages of etcd', () => {
  it('are encoded by the numbers of their fields', () => {
    const request = { key: Buffer.from('a'), limit: 5, count_only: true };
    expect(METHODS.range.request.encode(request).toString('hex')).toBe('0a016118054801');
  });

  it('compare with a revision of zero', () => {
    const compare = [{ target: 2, key: Buffer.from('a'), mod_revision: 0 }];
    const bytes = METHODS.txn.request.encode({ compare, success: [], failure: [] });
    expect(bytes.toString('hex')).toBe('0a0710021a01613000');
  });

  it('are decoded without the fields that are not known, ids as text', () => {
    const granted = Buffer.from('0a0208011095b2b4e2d8e3f5a27c183c', 'hex');
    const { ID, TTL } = METHODS.grant.response.decode(granted);
    expect([typeof ID, Number(TTL)]).toEqual(['string', 60]);
    expect(BigInt(ID as string)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    const encoded = METHODS.grant.response.encode({ ID });
    expect(METHODS.grant.response.decode(encoded).ID).toBe(ID);
  });
});

describe('Keys', () => {
  it('are the same in etcd by default', () => {
    const keys = new Keys('/registry');
    expect([keys.toEtcd('/registry/pods/a'), keys.fromEtcd('/registry/pods/a')]).toEqual(
      Array(2).fill('/registry/pods/a'),
    );
  });

  it('begin with another prefix where one is configured, and leave those of other clusters', () => {
    const keys = new Keys('/other');
    expect(keys.toEtcd('/registry/pods/a')).toBe('/other/pods/a');
    expect(keys.fromEtcd('/other/pods/a')).toBe('/registry/pods/a');
    expect(keys.fromEtcd('/registry/pods/a')).toBeUndefined();
  });

  it('that begin with a prefix end before the next one', () => {
    expect(endOf(Buffer.from('/r/')).toString()).toBe('/r0');
  });
});
