import { hoverTooltip } from '@codemirror/view';
import { typeName } from '../model/schema.js';
import { pathText } from './complete-fields.js';
import type { EditorSchema } from './editor-schema.js';
import { fieldAt } from './field-at.js';

/** Shows what a member means when the pointer rests on it. */
export function describeField(schemaOf: () => EditorSchema | undefined) {
  return hoverTooltip((view, position) => {
    const schema = schemaOf();
    const place = fieldAt(view.state, position);
    if (!schema || !place || place.name === '') return null;
    const path = [...place.path, place.name];
    const found = schema.book.at(schema.root, path);
    if (!found) return null;
    const title = `${pathText(path)}  ${typeName(found, (inner) => schema.book.resolve(inner))}`;
    return { pos: place.from, above: true, create: () => ({ dom: tooltip(title, found.description ?? '') }) };
  });
}

function tooltip(title: string, description: string): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-field';
  const head = dom.appendChild(document.createElement('code'));
  head.textContent = title;
  const text = dom.appendChild(document.createElement('p'));
  text.textContent = description;
  return dom;
}
