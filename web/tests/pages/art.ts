import { mount } from 'svelte';
import '../../src/app.css';
import Sheet from './Sheet.svelte';

mount(Sheet, { target: document.getElementById('app')! });
