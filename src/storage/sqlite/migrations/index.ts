import { AddWriteTime1764115200000 } from './add-write-time.migration.js';
import { CreateRecord1763683200000 } from './create-record.migration.js';

/** The steps that make the schema of a store, in order. */
export const MIGRATIONS = [CreateRecord1763683200000, AddWriteTime1764115200000];
