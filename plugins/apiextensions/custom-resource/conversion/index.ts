export { ConversionParts, WebhookConverter } from './webhook-converter.js';
