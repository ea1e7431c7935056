import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { keep } from './news.svelte';
import { show } from './settings.svelte';

show();
keep();
mount(App, { target: document.getElementById('app')! });
