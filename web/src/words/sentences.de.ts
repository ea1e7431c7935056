// Deutsch für ganze Sätze des Servers. Der englische Satz ist der Schlüssel, wie er im Programm steht, mit
// {} für jeden Wert; im Deutschen heißen die Werte {1}, {2} … Was gegen Züge und Aufbauten spricht, hat eigene Schlüssel.

export const sentences: Record<string, string> = {
  // Aufbau
  'there is no such module': 'Ein solches Modul gibt es nicht',
  '{} cannot be played to the end yet': '{1} kann noch nicht zu Ende gespielt werden',
  'give a set-up or a code': 'Gib einen Aufbau oder einen Code an',
  'give a set-up or a code, not both': 'Gib entweder einen Aufbau oder einen Code an',
  'a table has 2 to 6 seats, not {}': 'Ein Tisch hat 2 bis 6 Plätze, nicht {1}',
  'a clock has 5 seconds to two weeks': 'Eine Uhr läuft 5 Sekunden bis zwei Wochen',
  'a clock has an hour to two weeks when people play by turns':
    'Zug für Zug läuft eine Uhr eine Stunde bis zwei Wochen',
  'aids are table, assisted or coach': 'Hilfen sind table, assisted oder coach',
  'a seed is a number': 'Ein Startwert ist eine Zahl',
  "a table's name has at most {} characters": 'Der Name eines Tisches hat höchstens {1} Zeichen',
  'a name has 1 to {} characters': 'Ein Name hat 1 bis {1} Zeichen',
  'a name has no characters that are invisible or change the direction of writing':
    'Ein Name hat keine Zeichen, die unsichtbar sind oder die Schreibrichtung ändern',
  'a letter of a name has at most {} marks':
    'Ein Buchstabe eines Namens hat höchstens {1} Zeichen über oder unter sich',
  'a name has at least one character that stands by itself': 'Ein Name hat mindestens ein Zeichen, das für sich steht',
  'somebody at this table is called {} already; choose another name':
    'An diesem Tisch heißt schon jemand {1}; nimm einen anderen Namen',
  'the table is closed; only its people talk here':
    'Der Tisch ist geschlossen; hier sprechen nur noch die, die an ihm saßen',
  'this seat is open in too many places; this is the oldest':
    'Dieser Platz ist an zu vielen Stellen offen; dies ist die älteste',
  'too many tables that do not exist; wait a minute': 'Zu viele Tische, die es nicht gibt; warte eine Minute',
  'too many records at once; wait a minute': 'Zu viele Aufzeichnungen auf einmal; warte eine Minute',
  'too many connections from your address; close some': 'Zu viele Verbindungen von deiner Adresse; schließe einige',
  'this address is not let in here': 'Diese Adresse wird hier nicht eingelassen',
  'this table was deleted': 'Dieser Tisch wurde gelöscht',
  'the host has to let you play first': 'Der Gastgeber muss dich erst mitspielen lassen',
  'a bot still thinks about the last question; wait for its answer':
    'Ein Bot denkt noch über die letzte Frage nach; warte auf seine Antwort',
  'a game goes on at {}; close the table first': 'An {1} wird noch gespielt; schließe den Tisch zuerst',
  'a record is JSON, one line for each action: send it as content-type application/jsonl':
    'Eine Aufzeichnung ist JSON mit einer Zeile je Aktion: sende sie als content-type application/jsonl',
  "line {} of this table's log is missing; whoever runs the server can restore a backup":
    'Zeile {1} im Protokoll dieses Tisches fehlt; wer den Server betreibt, kann eine Sicherung einspielen',
  'one address may hand in {} records a day; try again tomorrow':
    'Von einer Adresse werden am Tag {1} Aufzeichnungen angenommen; versuche es morgen wieder',
  'the table was changed by whoever runs the server': 'Wer den Server betreibt, hat den Tisch geändert',
  'this server keeps as many handed in records as it may; look at yours with `alhambra replay`':
    'Dieser Server hebt so viele Aufzeichnungen auf, wie er darf; sieh dir deine mit `alhambra replay` an',
  '{} games with expert bots go on for your address already; finish or close one, or choose hard':
    'Für deine Adresse laufen schon {1} Spiele mit Experten-Bots; beende oder schließe eines, oder wähle schwer',
  '{}: {}; the table can only be deleted as a whole': '{1}: {2}; der Tisch kann nur als Ganzes gelöscht werden',
  '1 to {} answers are given at once': 'Auf einmal werden 1 bis {1} Antworten gegeben',
  'in a window between turns one answer is given': 'In einem Fenster zwischen den Zügen gibt man eine Antwort',
  'only what nobody else has seen is taken back on the way':
    'Nebenbei wird nur zurückgenommen, was sonst niemand gesehen hat',
  'something new comes to light there; give the other answers after it':
    'Dort kommt etwas Neues ans Licht; gib die weiteren Antworten danach',
  'this choice is not offered any more': 'Diese Wahl steht nicht mehr offen',
  'the host has muted you': 'Der Gastgeber hat dich stummgeschaltet',
  'spectators do not talk at this table': 'An diesem Tisch sprechen Zuschauer nicht mit',
  'nobody waits there': 'Dort wartet niemand',
  'only people can be muted': 'Nur Menschen lassen sich stummschalten',
  '{} waits to be let in': '{1} wartet darauf, mitspielen zu dürfen',
  'the request did not come to its end in time': 'Die Anfrage kam nicht rechtzeitig zu Ende',
  'there is no bot "{}"; the bots are {}': 'Einen Bot „{1}“ gibt es nicht',
  // Am Tisch
  'a fault of the program: this game cannot be read': 'Ein Fehler im Programm: Dieses Spiel lässt sich nicht lesen',
  'no such seed was chosen at this table': 'Diesen Startwert hat an diesem Tisch niemand gewählt',
  'no seed was chosen at this table': 'An diesem Tisch hat niemand einen Startwert gewählt',
  '{} has not agreed to the seed that was chosen': '{1} hat dem gewählten Startwert nicht zugestimmt',
  'the table is not closed': 'Der Tisch ist nicht geschlossen',
  'everybody else has resigned: this game cannot go on':
    'Alle anderen haben aufgegeben: Dieses Spiel kann nicht weitergehen',
  'you have resigned': 'Du hast aufgegeben',
  'everybody has seen what was hidden: this game cannot go on':
    'Alle haben gesehen, was verdeckt war: Dieses Spiel kann nicht weitergehen',
  'the game is not parked': 'Das Spiel ist nicht angehalten',
  'by turns the host does not take back alone; put it to the vote':
    'Zug für Zug nimmt niemand allein zurück; lass darüber abstimmen',
  'this is for games that were closed before their end':
    'Das geht nur bei Spielen, die vor ihrem Ende geschlossen wurden',
  '{}; it goes on with the program it was begun with':
    '{1}; es geht mit dem Programm weiter, mit dem es begonnen wurde',
  'this could not be stored, so it does not count; try again in a moment':
    'Das konnte nicht gespeichert werden und zählt nicht; versuch es gleich noch einmal',
  'the table could not be stored; try again': 'Der Tisch konnte nicht gespeichert werden; versuch es noch einmal',
  'the server cannot write to its storage at the moment, so there are no new tables; try again':
    'Der Server kann gerade nichts speichern, deshalb gibt es keine neuen Tische; versuch es noch einmal',
  "the server's disk is nearly full, so there are no new tables; games that have begun go on":
    'Der Speicher des Servers ist fast voll, deshalb gibt es keine neuen Tische; begonnene Spiele gehen weiter',
  'by turns a bot can stand in for people who are out of time or awaited for a week':
    'Zug für Zug springt ein Bot nur ein, wenn die Zeit um ist oder eine Woche vergangen ist',
  'at most {} tiles are planned at once': 'Höchstens {1} Plättchen lassen sich zugleich vorplanen',
  'this scoring has not been held': 'Diese Wertung gab es noch nicht',
  'a bot can stand in for people who are away or out of time':
    'Ein Bot springt nur für jemanden ein, der nicht da ist oder dessen Zeit um ist',
  'a bot plays for you; take your seat back first': 'Ein Bot spielt für dich; nimm zuerst deinen Platz wieder ein',
  'a bot plays there already': 'Dort spielt schon ein Bot',
  'a line of chat has 1 to {} characters': 'Eine Nachricht hat 1 bis {1} Zeichen',
  'a message may have {} bytes': 'Eine Nachricht darf {1} Bytes haben',
  'a table has at least 2 seats': 'Ein Tisch hat mindestens 2 Plätze',
  'a table has at most 6 seats': 'Ein Tisch hat höchstens 6 Plätze',
  'four things are put to the vote already': 'Es wird schon über vier Dinge abgestimmt',
  'it is not your decision': 'Du bist nicht am Zug',
  'no bot has an idea now; try again': 'Gerade fällt keinem Bot etwas ein; versuch es noch einmal',
  'no bot plays for you': 'Für dich spielt kein Bot',
  'no game is being played': 'Es läuft kein Spiel',
  'no game was played at this table': 'An diesem Tisch wurde nicht gespielt',
  'no seat is free at this table': 'An diesem Tisch ist kein Platz frei',
  'nobody may watch at this table': 'An diesem Tisch darf niemand zuschauen',
  'nothing can be taken back so far: {}': 'So weit lässt sich nichts zurücknehmen: {1}',
  'another player has acted since': 'seitdem war jemand anderes dran',
  'the game has just begun': 'das Spiel hat gerade begonnen',
  'something new has been drawn since': 'seitdem wurde etwas Neues gezogen',
  'something hidden has been shown since': 'seitdem wurde etwas Verdecktes gezeigt',
  'another player acted before': 'davor war jemand anderes dran',
  'only a person can be the host': 'Den Tisch kann nur ein Mensch leiten',
  'only people of this table can play again': 'Noch einmal spielen können nur Leute von diesem Tisch',
  'only the host may do that': 'Das darf nur, wer den Tisch leitet',
  'seat {} is open: fill it, seat a bot or remove it':
    'Platz {1} ist frei: Lade jemanden ein, setz einen Bot hin oder nimm ihn weg',
  'somebody sits there already': 'Dort sitzt schon jemand',
  'that is possible before the game only': 'Das geht nur vor dem Spiel',
  'that vote is over': 'Diese Abstimmung ist vorbei',
  'the game has begun': 'Das Spiel hat schon begonnen',
  'the game has gone on since; look again': 'Das Spiel ist weitergegangen; sieh noch einmal hin',
  'the game has not begun': 'Das Spiel hat noch nicht begonnen',
  'the game is not over': 'Das Spiel ist noch nicht aus',
  'the game is over': 'Das Spiel ist aus',
  'the host has withdrawn this link for spectators; ask for a new one':
    'Dieser Link zum Zuschauen wurde vom Tisch zurückgezogen; bitte um einen neuen',
  'the others decide about that': 'Darüber entscheiden die anderen',
  'the table has gone on in the meantime': 'Am Tisch ging es inzwischen weiter',
  'the table is closed': 'Der Tisch ist geschlossen',
  'there are not so many {} in a hand': 'So viele Karten „{1}“ hat niemand auf der Hand',
  'there is no action {}': 'Eine Aktion {1} gibt es nicht',
  'there is no option {} in this decision': 'Die Möglichkeit {1} gibt es hier nicht',
  'there is no such link': 'Einen solchen Link gibt es nicht',
  'there is no such seat at this table': 'Diesen Platz gibt es an diesem Tisch nicht',
  'there is no such table': 'Diesen Tisch gibt es nicht',
  'there is nothing for you to decide; ask when it is your turn':
    'Du hast gerade nichts zu entscheiden; frag, wenn du dran bist',
  'this connection is at a table already': 'Diese Verbindung sitzt schon an einem Tisch',
  'this game is parked after a fault of the program': 'Dieses Spiel ist nach einem Programmfehler beiseitegestellt',
  'this link does not play that seat': 'Mit diesem Link spielst du diesen Platz nicht',
  'this link is not good for this table (any more)': 'Dieser Link gilt für diesen Tisch nicht (mehr)',
  'this link was withdrawn; ask for a new one': 'Dieser Link wurde zurückgezogen; bitte um einen neuen',
  'this option is not paid with cards of your choice': 'Dafür kannst du die Karten nicht selbst aussuchen',
  'this table does not show hands to spectators': 'An diesem Tisch sieht beim Zuschauen niemand Handkarten',
  'this table does not take back by vote': 'An diesem Tisch wird nicht nach Abstimmung zurückgenommen',
  'this table does not take back': 'An diesem Tisch wird nichts zurückgenommen',
  'this table is parked: {}': 'Dieser Tisch ist beiseitegestellt: {1}',
  'this table plays without hints': 'An diesem Tisch gibt es keine Tipps',
  'you have voted': 'Du hast schon abgestimmt',
  '{} is not ready': '{1} ist noch nicht bereit',
  // Wiedergabe
  'advice is given at the moments 0 to {}': 'Rat gibt es in den Momenten 0 bis {1}',
  'as is open, public or the number of a seat': 'Die Ansicht ist offen, öffentlich oder die Nummer eines Platzes',
  'many games are being looked at; try again in a minute':
    'Gerade werden viele Spiele angesehen; versuch es in einer Minute noch einmal',
  'say at which moment: ?at=57': 'Sag, in welchem Moment: ?at=57',
  'the bot found nothing to say about this moment': 'Dem Bot fällt zu diesem Moment nichts ein',
  'the game cannot be read now; try again': 'Das Spiel lässt sich gerade nicht lesen; versuch es noch einmal',
  'the game is over at this moment; choose an earlier one':
    'In diesem Moment ist das Spiel schon aus; wähle einen früheren',
  'the moments of this game go from 0 to {}': 'Die Momente dieses Spiels gehen von 0 bis {1}',
  'the record tells every hand: it can be had when the game is over':
    'Die Aufzeichnung verrät alle Handkarten: Du bekommst sie, wenn das Spiel aus ist',
  'there is no such moment': 'Diesen Moment gibt es nicht',
  'this can be had when the game is over': 'Das bekommst du, wenn das Spiel aus ist',
  'this can be seen when the game is over': 'Das siehst du, wenn das Spiel aus ist',
  'this game has the seats 0 to {}': 'Dieses Spiel hat die Plätze 0 bis {1}',
  'this is not a record: it is not text': 'Das ist keine Aufzeichnung: Es ist kein Text',
  'a record has at most {} bytes': 'Eine Aufzeichnung hat höchstens {1} Bytes',
  // Verbindung
  'messages are text': 'Nachrichten sind Text',
  'no more connections now; try again': 'Gerade sind keine weiteren Verbindungen möglich; versuch es noch einmal',
  'say hello first': 'Zuerst kommt die Begrüßung',
  'say hello within ten seconds': 'Die Begrüßung muss binnen zehn Sekunden kommen',
  'the address is too long for a QR code': 'Die Adresse ist zu lang für einen QR-Code',
  'the log cannot be read at the moment; try again':
    'Der Verlauf lässt sich gerade nicht lesen; versuch es noch einmal',
  'the log of this table does not fit: {}': 'Der Verlauf dieses Tisches passt nicht: {1}',
  'the server is stopping; try again': 'Der Server hält gerade an; versuch es noch einmal',
  'the server restarts; the game is safe': 'Der Server startet neu; das Spiel ist sicher',
  'the table could not be opened; try again': 'Der Tisch ließ sich nicht öffnen; versuch es noch einmal',
  'the table is busy; try again': 'Am Tisch ist viel los; versuch es noch einmal',
  'the table is not there; try again': 'Der Tisch ist gerade nicht da; versuch es noch einmal',
  'this message cannot be read: {}': 'Diese Nachricht lässt sich nicht lesen: {1}',
  'this page may not open sockets here; add its origin to the setting "origins"':
    'Diese Seite darf hier keine Verbindung öffnen; trag ihre Herkunft bei „origins“ ein',
  'this server does not send webhooks there': 'Dorthin sendet dieser Server keine Webhooks',
  'a webhook is an address that begins with https:// or http://':
    'Ein Webhook ist eine Adresse, die mit https:// oder http:// beginnt',
  'this server does not tell browsers of turns': 'Dieser Server gibt Browsern nicht Bescheid',
  'this server does not know the push service of this browser':
    'Dieser Server kennt den Push-Dienst dieses Browsers nicht',
  'these are not the keys of a browser': 'Das sind nicht die Schlüssel eines Browsers',
  'this server has as many tables as it may; close old ones':
    'Mehr Tische kann dieser Server nicht haben; schließ alte',
  'this server speaks protocol {}, not {}; reload the page':
    'Diese Seite ist älter oder neuer als der Server; lade sie neu',
  'too many hints at once; wait a few seconds': 'Zu viele Tipps auf einmal; warte ein paar Sekunden',
  'too many looks back; wait a minute': 'Zu viele Rückblicke; warte eine Minute',
  'too many messages were refused': 'Zu viele Nachrichten wurden abgelehnt',
  'too many messages; wait a moment': 'Zu viele Nachrichten; warte einen Augenblick',
  'too many people are at this table; try again later':
    'An diesem Tisch sind zu viele Leute; versuch es später noch einmal',
  'too many requests were not yours to make': 'Zu viele Anfragen standen dir nicht zu',
  'too many tables and seats; wait a minute': 'Zu viele Tische und Plätze; warte eine Minute',
  'too much chat at once; wait a moment': 'Zu viel Gespräch auf einmal; warte einen Augenblick',
  'too much is asked of this table; wait a moment':
    'An diesem Tisch wird zu viel auf einmal gefragt; warte einen Augenblick',
  'try again': 'Versuch es noch einmal',
};
