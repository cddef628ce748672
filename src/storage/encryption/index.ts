export { aesGcmCipher } from './ciphers.js';
export { encryptedResources } from './encrypted-resources.js';
export { Encryption, type EncryptionOptions, isEncryptionConfiguration } from './encryption.js';
export { type StoredForm, isUnderKey, storedFormOf } from './stored-form.js';
