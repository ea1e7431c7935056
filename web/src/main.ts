import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { keep } from './news.svelte';
import { settings, show } from './settings.svelte';
import { learnLanguage } from './words/index.svelte';

show();
keep();
// Nobody should see a page change its language under their eyes.
void learnLanguage(settings.language).then(() => mount(App, { target: document.getElementById('app')! }));
