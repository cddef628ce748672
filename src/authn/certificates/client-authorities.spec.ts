import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '../../../test/support/authority.js';
import { eventually } from '../../../test/support/eventually.js';
import { createLogger } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { OptionsError } from '../../options/index.js';
import { ClientAuthorities } from './client-authorities.js';

const [own, users, others, proxies] = await Promise.all(
  ['own', 'users', 'others', 'proxies'].map((name) => TestAuthority.create(name)),
);
const leafOf = async (authority: TestAuthority): Promise<X509Certificate> =>
  new X509Certificate((await authority.issue({ name: 'CN=a' })).cert);

describe('ClientAuthorities', () => {
  const clock = new FakeClock();
  let directory: string;
  let opened: ClientAuthorities | undefined;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'authorities-'));
    writeFileSync(join(directory, 'users.pem'), users.pem);
    writeFileSync(join(directory, 'proxies.pem'), proxies.pem);
  });

  afterEach(() => {
    opened?.close();
    rmSync(directory, { recursive: true });
  });

  const open = async (clientCa: string, requestHeaderCa: string): Promise<ClientAuthorities> => {
    const [clientCaFile, requestHeaderClientCaFile] = [clientCa, requestHeaderCa].map((name) =>
      name === '' ? '' : join(directory, name),
    );
    const logger = createLogger({ isEnabled: false });
    opened = await ClientAuthorities.open({ clientCaFile, requestHeaderClientCaFile, clock, logger });
    return opened;
  };
  const trusted = async (bundle: ClientAuthorities['proxies']): Promise<boolean[]> =>
    Promise.all([own, users, others, proxies].map(async (each) => bundle?.faultOf(await leafOf(each)) === undefined));
  /** Replaces a file, and waits until that was noticed. */
  const replace = async (authorities: ClientAuthorities, name: string, text: string): Promise<void> => {
    let changes = 0;
    const stop = authorities.onChange(() => changes++);
    writeFileSync(join(directory, name), text);
    await eventually(async () => {
      clock.advance(60_000);
      await Promise.resolve();
      expect(changes).toBeGreaterThan(0);
    });
    stop();
  };

  it('keeps authorities of users and of proxies apart, and shows handshakes both', async () => {
    const authorities = await open('users.pem', 'proxies.pem');
    expect(await trusted(authorities.users)).toEqual([false, true, false, false]);
    expect(await trusted(authorities.proxies)).toEqual([false, false, false, true]);
    expect(authorities.pem).toEqual([users.pem, proxies.pem]);
  });

  it('trusts nobody where no file is named', async () => {
    const authorities = await open('', '');
    expect(await trusted(authorities.users)).toEqual([false, false, false, false]);
    expect([authorities.proxies, authorities.pem]).toEqual([undefined, []]);
  });

  it('trusts the own authority beside those of the file, also when that changes', async () => {
    const authorities = await open('users.pem', '');
    authorities.addOwn(own.pem);
    expect(await trusted(authorities.users)).toEqual([true, true, false, false]);
    authorities.start();
    await replace(authorities, 'users.pem', others.pem);
    expect(await trusted(authorities.users)).toEqual([true, false, true, false]);
  });

  it('follows the file of proxies, and keeps the last good one', async () => {
    const authorities = await open('users.pem', 'proxies.pem');
    authorities.start();
    writeFileSync(join(directory, 'proxies.pem'), 'nonsense');
    clock.advance(60_000);
    await replace(authorities, 'users.pem', others.pem);
    expect(await trusted(authorities.proxies)).toEqual([false, false, false, true]);
    await replace(authorities, 'proxies.pem', own.pem);
    expect(await trusted(authorities.proxies)).toEqual([true, false, false, false]);
    expect(await trusted(authorities.users)).toEqual([false, false, true, false]);
  });

  it('calls listeners until they are taken away', async () => {
    const authorities = await open('users.pem', '');
    let changes = 0;
    const stop = authorities.onChange(() => changes++);
    authorities.start();
    await replace(authorities, 'users.pem', others.pem);
    expect(changes).toBe(1);
    stop();
    await replace(authorities, 'users.pem', own.pem);
    expect(changes).toBe(1);
  });

  it('follows nothing before it is started, and nothing after it is closed', async () => {
    const authorities = await open('users.pem', '');
    let changes = 0;
    authorities.onChange(() => changes++);
    expect(clock.pendingTimers).toBe(0);
    authorities.start();
    expect(clock.pendingTimers).toBe(1);
    authorities.close();
    expect([clock.pendingTimers, changes]).toEqual([0, 0]);
  });

  it.each([
    ['--client-ca-file', 'none.pem', ''],
    ['--requestheader-client-ca-file', '', 'none.pem'],
    ['--client-ca-file', 'bad.pem', ''],
  ])('refuses a file of %s that cannot be used', async (option, clientCa, requestHeaderCa) => {
    writeFileSync(join(directory, 'bad.pem'), 'nonsense');
    const refused = open(clientCa, requestHeaderCa);
    await expect(refused).rejects.toThrow(OptionsError);
    await expect(refused).rejects.toMatchObject({ problems: [{ option }] });
  });

  it.each([
    [true, 'takes', []],
    [false, 'has no place for', undefined],
  ])('where it follows the cluster: %j, it %s authorities of proxies', async (followsCluster, _name, pem) => {
    const logger = createLogger({ isEnabled: false });
    const files = { clientCaFile: '', requestHeaderClientCaFile: '' };
    opened = await ClientAuthorities.open({ ...files, followsCluster, clock, logger });
    expect(opened.proxies?.pem).toEqual(pem);
    opened.replaceProxies(proxies.pem);
    expect(opened.proxies?.pem).toEqual(pem && [proxies.pem]);
  });
});
