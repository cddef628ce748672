export { StorageChannelServer } from './storage-channel-server.js';
export { RemoteStorage } from './remote-storage.js';
