import type { AccessObjects } from '../access/index.js';
import type { FlowControl } from './flow-control.js';
import { CONFIGURING, FLOWCONTROL_GROUP, type FlowSchemaObject, type PriorityLevelObject } from './kinds.js';

const RESOURCES = Object.values(CONFIGURING).map((resource) => ({ group: FLOWCONTROL_GROUP, resource }));

type Configured = Pick<FlowControl, 'setSchema' | 'setLevel' | 'resetSchemas' | 'resetLevels'>;

/** Keeps flow control in step with the stored flow schemas and levels, until the returned function is called. */
export function followConfiguration(objects: AccessObjects, control: Configured): () => void {
  return objects.follow(RESOURCES, {
    onPut: (resource, object) => {
      const { name = '' } = object.metadata;
      if (resource === CONFIGURING.schemas) control.setSchema(name, object as FlowSchemaObject);
      else control.setLevel(name, object as PriorityLevelObject);
    },
    onDelete: (resource, { metadata: { name = '' } }) => {
      if (resource === CONFIGURING.schemas) control.setSchema(name, undefined);
      else control.setLevel(name, undefined);
    },
    onReady: () => {},
    onReset: (resource) => {
      if (resource === CONFIGURING.schemas) control.resetSchemas();
      else control.resetLevels();
    },
  });
}
