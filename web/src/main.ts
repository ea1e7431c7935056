import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { keep } from './news.svelte';
import { settings, show } from './settings.svelte';
import { learnLanguage } from './words/index.svelte';

show();
keep();
// Nobody should see a page change its language under their eyes.
const target = document.getElementById('app')!;
void learnLanguage(settings.language).then(() => {
  target.replaceChildren();
  mount(App, { target });
});
