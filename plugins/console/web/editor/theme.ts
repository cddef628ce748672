import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The look of the editor, by the colours of the page. */
export const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selection) !important' },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionInfo': { maxWidth: '420px', whiteSpace: 'pre-wrap', padding: '8px' },
  '.cm-field': { padding: '8px 10px', maxWidth: '480px', font: '13px/1.45 var(--sans)' },
  '.cm-field p': { margin: '4px 0 0', whiteSpace: 'pre-wrap' },
  // The marks of the library are images in its style sheet, which the content security policy refuses.
  '.cm-lintRange': {
    backgroundImage: 'none !important',
    textDecoration: 'underline wavy 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--bad)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warn)' },
  '.cm-lint-marker': { width: '0.9em' },
  '.cm-lint-marker-error, .cm-lint-marker-warning': { content: 'normal !important', lineHeight: 1 },
  '.cm-lint-marker-error::before': { content: '"●"', color: 'var(--bad)' },
  '.cm-lint-marker-warning::before': { content: '"▲"', color: 'var(--warn)' },
  '.cm-find': { display: 'flex', gap: '8px', alignItems: 'center', padding: '6px 8px', font: '13px var(--sans)' },
  '.cm-found': { backgroundColor: 'var(--selection)', outline: '1px solid var(--accent)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--hover)', color: 'var(--muted)', border: 'none' },
  '.cm-textfield': { backgroundColor: 'var(--surface)', color: 'var(--text)', border: '1px solid var(--line)' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
  },
});

/** The colours of YAML. */
export const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--yaml-key)' },
    { tag: [tags.string, tags.content], color: 'var(--yaml-text)' },
    { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--yaml-value)' },
    { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
    { tag: tags.invalid, color: 'var(--bad)' },
  ]),
);
