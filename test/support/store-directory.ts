import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabaseOptions, type OpenedDatabase, openDatabase } from '../../src/storage/sqlite/open-database.js';

/** The directory of a SQLite store, a new one for each test, and the databases opened in it. */
export class StoreDirectory {
  /** A directory that is there. */
  parent = '';
  /** That of the store; a test may choose another one below the parent. */
  directory = '';
  private readonly opened: OpenedDatabase[] = [];

  /** Makes and removes one around each test of a spec. */
  static forEachTest(): StoreDirectory {
    const made = new StoreDirectory();
    beforeEach(async () => {
      made.parent = await mkdtemp(join(tmpdir(), 'store-directory-'));
      made.directory = join(made.parent, 'a', 'b');
    });
    afterEach(async () => {
      while (made.opened.length > 0) await made.close();
      await rm(made.parent, { recursive: true });
    });
    return made;
  }

  async open(options: Partial<OpenDatabaseOptions> = {}): Promise<OpenedDatabase> {
    const database = await openDatabase({ directory: this.directory, ...options });
    this.opened.push(database);
    return database;
  }

  /** Closes the database that was opened last. */
  async close(): Promise<void> {
    await this.opened.pop()!.close();
  }

  path(name: string): string {
    return join(this.directory, name);
  }
}

/** A StorageError with a code, and a text in its message. */
export function storageFailure(code: string, text: string): Error {
  return expect.objectContaining({ code, message: expect.stringContaining(text) as string }) as Error;
}
