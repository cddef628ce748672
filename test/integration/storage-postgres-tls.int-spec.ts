import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresStorage } from '../../src/storage/postgres/index.js';
import { TestAuthority } from '../support/authority.js';
import { PostgresProcess, describeWithPostgres } from '../support/postgres.js';

describeWithPostgres('PostgresStorage over TLS', () => {
  let postgres: PostgresProcess;
  let directory: string;
  const file = (name: string): string => join(directory, name);
  const write = (name: string, text: string): void => writeFileSync(file(name), text);

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    directory = mkdtempSync(join(tmpdir(), 'binnacle-postgres-tls-'));
    const authority = await TestAuthority.create('tests');
    const server = await authority.issue({ name: 'CN=db', usage: 'server', hosts: ['127.0.0.1'] });
    const client = await authority.issue({ name: 'CN=binnacle', usage: 'client' });
    const files = { 'ca.pem': authority.pem, 'other.pem': (await TestAuthority.create('tests')).pem };
    const pairs = {
      'server.pem': server.cert,
      'server.key': server.key,
      'client.pem': client.cert,
      'client.key': client.key,
    };
    for (const [name, text] of Object.entries({ ...files, ...pairs })) write(name, text);
    const { uid, gid } = statSync(postgres.dataDirectory);
    for (const name of ['.', 'server.key', 'server.pem', 'ca.pem']) chownSync(file(name), uid, gid);
    chmodSync(file('server.key'), 0o600);
    const settings = {
      ssl: 'on',
      ssl_cert_file: file('server.pem'),
      ssl_key_file: file('server.key'),
      ssl_ca_file: file('ca.pem'),
    };
    for (const [name, value] of Object.entries(settings)) await postgres.query(`ALTER SYSTEM SET ${name} = '${value}'`);
    // PostgreSQL 13 hashes passwords by MD5 otherwise.
    const hashed = `SET password_encryption = 'scram-sha-256'`;
    await postgres.query(`${hashed}; CREATE ROLE secretive LOGIN SUPERUSER PASSWORD 'open sesame'`);
    // From now on only with TLS: one role by its certificate, another by a password.
    write('hba', 'hostssl all binnacle all cert\nhostssl all secretive all scram-sha-256\nlocal all all trust\n');
    chownSync(file('hba'), uid, gid);
    await postgres.query(`ALTER SYSTEM SET hba_file = '${file('hba')}'`);
    await postgres.kill();
    await postgres.resume(`${postgres.socketUrl}`);
  });
  afterAll(async () => {
    await postgres.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  const certificate = (): object => ({ certFile: file('client.pem'), keyFile: file('client.key') });
  const open = (settings: object): Promise<PostgresStorage> =>
    PostgresStorage.open({ ...postgres.settings(), caFile: file('ca.pem'), ...settings });

  it('presents the client certificate and writes', async () => {
    const storage = await open(certificate());
    expect(await storage.create('/r/a', Buffer.from('1'))).toBe(2);
    await storage.close();
  });

  it('sends the password of a file, and names no password in errors', async () => {
    write('password', 'open sesame\n');
    const url = `postgres://secretive@127.0.0.1:${postgres.port}/postgres`;
    const schema = 'of_secretive';
    const storage = await open({ url, schema, passwordFile: file('password') });
    await storage.close();
    write('password', 'close sesame\n');
    const refused = open({ url, schema, passwordFile: file('password') });
    await expect(refused).rejects.toMatchObject({
      code: 'Unreachable',
      message: expect.stringContaining('password authentication failed for user "secretive"'),
    });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('sesame') });
  });

  it.each([
    ['another authority', () => ({ ...certificate(), caFile: file('other.pem') })],
    ['another host', () => ({ ...certificate(), url: `postgres://binnacle@localhost:${postgres.port}/postgres` })],
    ['no client certificate', () => ({})],
  ])('refuses %s', async (_name, settings) => {
    await expect(open(settings())).rejects.toMatchObject({ code: 'Unreachable' });
  });
});
