import { render } from 'preact';
import { App } from './app.js';
import { currentTheme, showTheme } from './ui/theme.js';

showTheme(currentTheme(), false);
render(<App />, document.getElementById('app')!);
