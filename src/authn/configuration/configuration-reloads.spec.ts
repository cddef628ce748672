import { ConfiguredIssuers } from '../../../test/support/configured-issuers.js';
import { eventually } from '../../../test/support/storage-recorder.js';
import type { ConfiguredAuthentication } from './configured-authentication.js';

const FAILED = 'a changed authentication configuration is invalid, the previous one stays in effect';

describe('ConfiguredAuthentication, with a file that changes', () => {
  let issuers: ConfiguredIssuers;
  let configured: ConfiguredAuthentication;
  /** Timers while nothing is waited for. */
  let atRest: number;

  beforeEach(async () => {
    issuers = await ConfiguredIssuers.start();
    configured = await issuers.open(issuers.fileOf(['a']));
    await issuers.keysOf('a');
    atRest = issuers.clock.pendingTimers;
  });
  afterEach(() => issuers.end());

  /** Resolves when no timers are left but those for the file; a change that is noticed is soon looked at. */
  const restsAgain = (): Promise<void> =>
    eventually(() => {
      issuers.clock.advance(1);
      return issuers.clock.pendingTimers <= atRest;
    }, 'nothing is waited for any more');
  /** Resolves once everything that is ready has continued. */
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('puts it in force once its issuers have answered', async () => {
    await issuers.change(issuers.fileOf(['b'], { anonymous: { enabled: false } }));
    expect([await issuers.userOf('a'), await issuers.userOf('b')]).toEqual([undefined, 'b:jane']);
    expect(issuers.isAnonymous('/api')).toBe(false);
    expect([issuers.changes, await issuers.reloads('success')]).toEqual([1, [1, issuers.clock.now() / 1000]]);
    expect(issuers.logged).not.toContain(FAILED);
    await restsAgain();
  });

  it.each([
    ['that is no JSON', () => '{'],
    ['with a fault', () => issuers.fileOf(['a', 'a'])],
  ])('keeps what it had where a file comes %s', async (_name, text) => {
    await issuers.change(text());
    expect([await issuers.userOf('a'), issuers.changes, await issuers.reloads('success')]).toEqual([
      ...['a:jane', 0, [0, 0]],
    ]);
    // A file that cannot be parsed is looked at again with every notification.
    expect(await issuers.reloads('failure')).toEqual([expect.any(Number), issuers.clock.now() / 1000]);
  });

  it('gives up one whose issuer does not answer within a minute, and asks it no more', async () => {
    await issuers.changeToSilent('b');
    issuers.clock.advance(59_999);
    await settled();
    expect(issuers.logged).not.toContain(FAILED);
    issuers.clock.advance(1);
    await eventually(() => issuers.logged.includes(FAILED), 'the failure is logged');
    expect([await issuers.userOf('a'), await issuers.reloads('failure')]).toEqual([
      ...['a:jane', [1, issuers.clock.now() / 1000]],
    ]);
    expect(issuers.hasLogged('an issuer cannot be asked for its keys')).toBe(true);
    await restsAgain();
  });

  it('gives up one whose issuer answers when a newer file is in force', async () => {
    await issuers.changeToSilent('b');
    await issuers.write(issuers.fileOf(['c']));
    await issuers.keysOf('c');
    issuers.silent.delete('b');
    issuers.clock.advance(10_000);
    await restsAgain();
    expect([await issuers.userOf('c'), await issuers.userOf('b'), issuers.changes]).toEqual(['c:jane', undefined, 1]);
    expect([await issuers.reloads('success'), await issuers.reloads('failure')]).toEqual([
      ...[
        [1, expect.any(Number)],
        [0, 0],
      ],
    ]);
  });

  it('follows nothing once it is closed, and waits for no issuer', async () => {
    await issuers.changeToSilent('b');
    configured.close();
    await settled();
    expect(issuers.clock.pendingTimers).toBe(0);
    expect([issuers.logged.includes(FAILED), await issuers.reloads('failure')]).toEqual([false, [0, 0]]);
  });

  it('asks no issuer in force once it is closed', async () => {
    issuers.silent.add('c');
    const other = await issuers.open(issuers.fileOf(['c']));
    await eventually(() => issuers.hasLogged(`${issuers.server.url}/c`), 'the issuer is asked');
    await settled();
    configured.close();
    other.close();
    expect(issuers.clock.pendingTimers).toBe(0);
  });

  it('reports no fault of a file that is checked when it is closed', async () => {
    const checked = new Promise<void>((resolve) => {
      issuers.whileChecked = () => {
        configured.close();
        resolve();
      };
    });
    await issuers.write(issuers.fileOf(['a', 'a']));
    await checked;
    await settled();
    expect([issuers.logged.includes(FAILED), await issuers.reloads('failure')]).toEqual([false, [0, 0]]);
  });
});
