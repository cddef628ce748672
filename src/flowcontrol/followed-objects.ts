import type { AccessObjects } from '../access/index.js';
import type { FlowControl } from './flow-control.js';
import { CONFIGURING, FLOWCONTROL_GROUP, type FlowSchemaObject, type PriorityLevelObject } from './kinds.js';

const RESOURCES = Object.values(CONFIGURING).map((resource) => ({ group: FLOWCONTROL_GROUP, resource }));

type Setters = 'setSchema' | 'setLevel' | 'confirmSchemas' | 'confirmLevels' | 'resetSchemas' | 'resetLevels';

type Configured = Pick<FlowControl, Setters>;

/** Keeps flow control in step with the stored flow schemas and levels, until the returned function is called. */
export function followConfiguration(objects: Pick<AccessObjects, 'follow'>, control: Configured): () => void {
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
    onReady: (resource) => {
      if (resource === CONFIGURING.schemas) control.confirmSchemas();
      else control.confirmLevels();
    },
    onReset: (resource) => {
      if (resource === CONFIGURING.schemas) control.resetSchemas();
      else control.resetLevels();
    },
  });
}
