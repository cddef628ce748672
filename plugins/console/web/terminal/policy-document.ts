/** A document for xterm, and how to take away its styles. */
export interface PolicyDocument {
  readonly document: Document;
  /** Runs work in which xterm uses the document of the page in place of this one. */
  during(work: () => void): void;
  dispose(): void;
}

/**
 * Returns the document with another way to make styles. xterm makes style elements and attributes, which the content security
 * policy refuses; constructed style sheets and the properties of elements are allowed.
 */
export function policyDocument(): PolicyDocument {
  const sheets = new Set<CSSStyleSheet>();
  const create = (name: string): HTMLElement => (name === 'style' ? styleElement(sheets) : elementOf(name));
  const proxied = new Proxy(document, {
    get: (target, member) => {
      if (member === 'createElement') return create;
      const value: unknown = Reflect.get(target, member, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (target, member, value) => Reflect.set(target, member, value, target),
  });
  const during = (work: () => void): void => {
    Object.defineProperty(document, 'createElement', { configurable: true, value: makerOf(create) });
    try {
      work();
    } finally {
      // The method of the prototype is there again.
      Reflect.deleteProperty(document, 'createElement');
    }
  };
  return { document: proxied, during, dispose: () => sheets.forEach(drop) };
}

/** Returns a function that makes style elements in a special way, and others as the page does. */
function makerOf(create: (name: string) => HTMLElement): (name: string) => HTMLElement {
  return (name) => (name === 'style' ? create(name) : Document.prototype.createElement.call(document, name));
}

/** Adds a constructed style sheet to the page; the result removes it. */
export function adopt(css: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  return () => drop(sheet);
}

/** An element without a look, whose text is a constructed style sheet. */
function styleElement(sheets: Set<CSSStyleSheet>): HTMLElement {
  const element = Document.prototype.createElement.call(document, 'template');
  const sheet = new CSSStyleSheet();
  sheets.add(sheet);
  document.adoptedStyleSheets.push(sheet);
  Object.defineProperty(element, 'textContent', { set: (css: string) => sheet.replaceSync(css) });
  return element;
}

function elementOf(name: string): HTMLElement {
  const element = Document.prototype.createElement.call(document, name);
  element.setAttribute = (attribute: string, value: string): void => {
    if (attribute === 'style') element.style.cssText = value;
    else Element.prototype.setAttribute.call(element, attribute, value);
  };
  return element;
}

function drop(sheet: CSSStyleSheet): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
}
