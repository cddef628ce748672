export * from './flow-schema/flow-schema.v1.js';
export * from './flow-schema/subject.v1.js';
export * from './flowcontrol.plugin.js';
export * from './priority-level-configuration/priority-level-configuration.v1.js';
