import { FakeClock } from '../../src/testing/fake-clock.js';
import { MemoryStorage } from '../../src/testing/store/memory-storage.js';
import {
  type OpenedStorage,
  describeSoleWriterContract,
  describeStorageContract,
} from '../contract/storage.contract.js';

const open = async (): Promise<OpenedStorage> => {
  const clock = new FakeClock();
  const advance = async (seconds: number): Promise<void> => clock.advance(seconds * 1000);
  return { storage: new MemoryStorage(clock), advance, delivered: async () => {} };
};

describeStorageContract('MemoryStorage', open);
describeSoleWriterContract('MemoryStorage', open);
