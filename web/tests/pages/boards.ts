import { mount } from 'svelte';
import '../../src/app.css';
import Boards from './Boards.svelte';

mount(Boards, { target: document.getElementById('app')! });
