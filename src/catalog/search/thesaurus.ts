import type { Language } from '../../contract/operation.ts'

/** A concept of the field, with its words in each language. */
type Row = Readonly<Partial<Record<Language, string>>>

/**
 * Actions, and the words for each, separated by commas. A word matches all its English inflections. `*` stands for any ending of
 * up to five letters. `~` marks a word that often means something else, which counts half. A word can belong to several concepts.
 */
export const ACTIONS: Readonly<Record<string, Row>> = {
  create: {
    en: 'create, make, new, open, start, set up, build, file, raise, log a, draft, write, compose, generate, spin up, put up, put together, begin, kick off, ~report, ~add, ~book, ~schedule, ~plan, made, wrote, written, write up, jot down, knock together, log, craft, start off, come up with, register, introduce, establish, launch a new, mint, cook up, propose',
    de: 'erstell*, anleg*, angeleg*, leg, lege, neu, neue*, erzeug*, eroffn*, schreib*, mach, mache',
    es: 'crea*, crear*, nuevo, nueva, abre, abrir, redacta*, escrib*, haz, genera*, prepara*',
    fr: 'cree*, creer, creation, nouveau, nouvelle, ouvre, ouvrir, redige*, ecri*, fais',
    pl: 'utworz*, stworz*, tworz*, zaloz*, nowy, nowa, nowe, nowego, dodaj, napisz, zglos, przygotuj*',
    ja: '作成, 作って, 作る, 作り, 新規, 新しい, 書いて, 書く, 起票, 立てて, 開始'
  },
  add: {
    en: 'add, attach, put, append, apply, insert, include, stick, give, set, tack on, slap, tag on, throw in, slip in, drop in, hang, pin, enter, supplement, extend with, jot down, enrich',
    de: 'hinzu*, fug, fuge, erganz*, anhang*, setz*, trag*, gib',
    es: 'anad*, agreg*, pon, poner, ponle, adjunt*, incluye',
    fr: 'ajout*, mets, mettre, joins, joindre, attache*, appose*',
    pl: 'dodaj*, dodac, dolacz*, dopisz*, nadaj, zalacz',
    ja: '追加, つけて, 付けて, 付ける, 添付, 加えて, 足して'
  },
  get: {
    en: 'get, show, display, view, see, fetch, read, open, look at, retrieve, give me, tell me, check, pull up, details, info, what is, what does, which, who, ~inspect, pull out, bring up, let me see, what s in, what s inside, what s written, peek, have a look, look into, explain, describe, read out, read me, tell me about, inform',
    de: 'zeig*, anzeig*, lies, lesen, hol*, ruf*, abruf*, offne*, details, sieh*, was',
    es: 'muestr*, mostrar, ensen*, ver, lee, leer, obten*, abre, consult*, dame, detalle*, dime, cual*',
    fr: 'montre*, affich*, voir, lis, lire, obten*, recuper*, donne*, consult*, detail*, quel*',
    pl: 'pokaz*, wyswietl*, przeczyt*, odczyt*, pobierz, zobacz*, otworz, szczegol*, podaj, podglad, jak*',
    ja: '表示, 見せて, 見る, 見たい, 取得, 読んで, 読む, 読み, 開いて, 教えて, 詳細, 確認'
  },
  list: {
    en: 'list, show, all, every, enumerate, overview, what are, which, display, see, view, browse, what do, see all, how many, give me, what s there, what exists, do we have, are there, do i have, have we got, name all, run down, rundown, go through',
    de: 'list*, auflist*, aufzahl*, alle, alles, ubersicht, welche*, zeig*, anzeig*',
    es: 'lista*, enumer*, todos, todas, muestr*, mostrar, que, cuales, ver',
    fr: 'list*, tous, toutes, enumer*, affich*, montre*, quels, quelles, voir',
    pl: 'lista*, list*, wylistuj, wypisz*, wszystk*, pokaz*, wyswietl*, jakie, ktore, zestaw*',
    ja: '一覧, リスト, すべて, 全て, 全部, 表示, 見せて, 並べ, どんな'
  },
  search: {
    en: 'search, find, look for, look up, hunt for, locate, seek, track down, dig up, where is, where are, grep, query, filter, lookup, google, found, find out, come across, hunting for, dig out, is there anything, have we got, scan for, anything about, anything on, do we have anything',
    de: 'such*, find*, gesucht, recherch*, wo ist, durchsuch*',
    es: 'busc*, encuentr*, encontrar, localiz*, donde',
    fr: 'cherch*, recherch*, trouv*, ou est, ou sont',
    pl: 'szuka*, wyszuk*, znajd*, znalez*, poszuk*, gdzie',
    ja: '検索, 探して, 探す, 見つけ, 調べ, どこ, さがして'
  },
  update: {
    en: 'update, change, edit, modify, alter, promote, demote, set, adjust, fix, correct, revise, tweak, amend, rewrite, make changes, patch, bump, flip, toggle, switch, turn into, rework, refresh, reword, make it, make them, touch up, redo the, bring up to date, sort out, swap, polish, refine, overhaul, expand, complete the, prolong, extend, lengthen, shorten',
    de: 'aktualisier*, ander*, geander*, bearbeit*, anpass*, setz*, korrigier*, pass',
    es: 'actualiz*, cambi*, edit*, modific*, correg*, ajust*',
    fr: 'modifi*, chang*, actualis*, mets a jour, mettre a jour, edit*, corrig*',
    pl: 'zaktualiz*, aktualiz*, zmien*, zmian*, edyt*, popraw*, uaktualn*, ustaw*',
    ja: '更新, 変更, 編集, 修正, 変えて, 直して, 書き換え'
  },
  delete: {
    en: 'delete, remove, erase, get rid of, drop, destroy, wipe, throw away, throw, toss, purge, trash, discard, bin, ditch, kill, clear out, clean up, nuke, scrap, for good, permanently, dump, chuck, zap, do away with, no longer needed, not needed, not need, dispose of, axe, expunge, clean out, clear away, can go, throw out, chuck out, eliminate, useless, obsolete, superfluous, get out of',
    de: 'losch*, geloscht, entfern*, wegwerf*, wirf, vernicht*, endgultig',
    es: 'elimin*, borr*, suprim*, quit*, definitiv*',
    fr: 'supprim*, efface*, enlev*, retir*, jet*, definitiv*',
    pl: 'usun*, usuw*, skasuj*, kasuj*, wyrzuc*, trwale',
    ja: '削除, 消して, 消す, 捨て, 完全に, 取り除'
  },
  remove: {
    en: 'remove, take off, take away, strip, detach, drop, unassign, untag, unlabel, take out, kick out, get rid of, peel off, take, clear, pull off, take out of, pull out of, dismiss, exclude, lift, unset, cut, revoke',
    de: 'entfern*, nimm, wegnehm*, lösch*, abnehm*',
    es: 'quit*, retir*, elimin*, saca*',
    fr: 'retir*, enlev*, supprim*, ote*',
    pl: 'usun*, zdejm*, odepnij, odlacz*, sciag*',
    ja: '外して, 外す, 除去, 削除, 取って, 解除, はずして'
  },
  move: {
    en: 'move, transfer, shift, relocate, drag, put into, push to, bring to, migrate, reorganize, reorganise, send over, hand over, carry over, drag over, slide, pass on, belongs in, belongs to, belongs under, hang under, send to, push into, rehome, file under, shove, swap over',
    de: 'verschieb*, verschob*, beweg*, umzieh*, verleg*, schieb*',
    es: 'muev*, mover, mueve, traslad*, pasa, pasar',
    fr: 'deplac*, boug*, transfer*, passe',
    pl: 'przenies*, przenos*, przesun*, przeloz*',
    ja: '移動, 移して, 動かし, 移す'
  },
  copy: {
    en: 'copy, duplicate, clone, replicate, make a copy, same as, just like, one more like, second copy, reuse',
    de: 'kopier*, kopie, duplizier*, klon*',
    es: 'copi*, duplic*, clon*',
    fr: 'copi*, dupliqu*, clon*',
    pl: 'skopiuj*, kopi*, zduplikuj, powiel*, klon*',
    ja: 'コピー, 複製, 写し'
  },
  upload: {
    en: 'upload, attach, add a file, put a file, send a file',
    de: 'hochlad*, lade, lad, hoch, anhang*',
    es: 'sub*, carga*, adjunt*',
    fr: 'televers*, charge*, joindre, upload*, mets en ligne',
    pl: 'wgraj*, przeslij*, wrzuc*, zalacz*',
    ja: 'アップロード, 添付, 上げて'
  },
  download: {
    en: 'download, save, get a copy, fetch, pull down, grab, save locally, export',
    de: 'herunterlad*, runterlad*, download*, herunter, runter, speicher*',
    es: 'descarg*, baja, bajar, guarda*',
    fr: 'telecharg*, enregistr*',
    pl: 'pobier*, sciagn*, zapisz',
    ja: 'ダウンロード, 保存, 落として'
  },
  send: {
    en: 'send, mail, email, write to, fire off, shoot, deliver, dispatch, forward, sent, drop a line, write back to, let know, let them know, inform, notify, shoot off, tell by mail, ping, drop, reach out',
    de: 'send*, schick*, verschick*, versend*, abschick*',
    es: 'envi*, mand*, manda',
    fr: 'envo*, expedi*',
    pl: 'wysl*, wysyl*, przesl*, posl*',
    ja: 'メールして, 送信, 送って, 送る, 送り, 出して'
  },
  reply: {
    en: 'reply, respond, answer, write back, get back to, response',
    de: 'antwort*, beantwort*, erwider*',
    es: 'respond*, contest*, respuest*',
    fr: 'repond*, repons*',
    pl: 'odpow*, odpisz*',
    ja: '返信, 返事, 答え, 返し, 回答'
  },
  archive: {
    en: 'archive, put away, file away, hide, tidy away, shelve, clear my inbox, stow away, retire, mothball, clear away, tidy up, out of sight',
    de: 'archivier*, archiv, ablegen',
    es: 'archiv*',
    fr: 'archiv*',
    pl: 'zarchiwiz*, archiwiz*, archiwum',
    ja: 'アーカイブ, 保管'
  },
  restore: {
    en: 'restore, recover, undelete, untrash, unarchive, bring back, get back, put back, reinstate, revert, roll back, rescue, go back to, resurrect, fetch back, salvage, return to, reset to, bring it back, want back, need back, get it back',
    de: 'wiederherstell*, zuruckhol*, zuruck, stelle wieder her, hol zuruck, wieder',
    es: 'restaur*, recuper*, desarchiv*, deshac*',
    fr: 'restaur*, recuper*, retabli*, desarchiv*',
    pl: 'przywroc*, odzysk*, cofnij',
    ja: '復元, 戻して, 元に戻, 戻す, 復旧'
  },
  close: {
    en: 'close, shut, finish, done, mark as done, resolve, complete, wrap up, finish off, fixed, is done, solved, sorted, end, shut down',
    de: 'schlies*, schliess*, geschlossen*, abschlies*, abschliess*, erledig*, zumach*',
    es: 'cierr*, cerr*, termin*, complet*',
    fr: 'ferm*, clos*, clotur*, termin*',
    pl: 'zamkn*, zamyk*, zakoncz*',
    ja: '閉じ, クローズ, 終了, 完了'
  },
  reopen: {
    en: 'reopen, open again, open up again, re open, not done, is back, not fixed, came back, isn t fixed, isn t solved',
    de: 'wieder offn*, wiedereroffn*, erneut offn*',
    es: 'reabr*, volver a abrir, abre de nuevo',
    fr: 'rouvr*, reouvr*',
    pl: 'ponownie otworz, otworz ponownie, otworz na nowo',
    ja: '再オープン, 再開, 開き直'
  },
  merge: {
    en: 'merge, combine, land, fold, squash, ship, unify, dedupe, deduplicate, join, consolidate, are the same, is the same, one and the same, same person, same company, bring together',
    de: 'zusammenfuhr*, merg*, fusionier*, vereinig*',
    es: 'fusion*, combin*, unir, une, mergea*',
    fr: 'fusionn*, merg*',
    pl: 'scal*, polacz*, zmerguj, mergow*',
    ja: 'マージ, 統合, 結合'
  },
  approve: {
    en: 'approve, approval, sign off, accept, lgtm, thumbs up, green light, ok a, bless, looks good, good to go, give my ok, give the ok, fine by me, agree',
    de: 'genehmig*, freigeb*, freigab*, zustimm*, gib frei',
    es: 'aprob*, aprueb*, visto bueno',
    fr: 'approuv*, approbation*, valid*',
    pl: 'zatwierdz*, zaakcept*, akcept*, aprob*',
    ja: '承認, 許可, レビュー済み'
  },
  revoke: {
    en: 'revoke, withdraw, take back, unapprove, retract, cancel my approval',
    de: 'zuruckzieh*, zuruckzog*, ziehe, zieh, widerruf*',
    es: 'revoc*, retir*',
    fr: 'retir*, revoqu*, annul*',
    pl: 'wycof*, cofnij',
    ja: '取り消, 撤回'
  },
  retry: {
    en: 'retry, rerun, try again, run again, restart, redo, relaunch, re run, one more time, once more, repeat, another try, another go, give it another, second attempt, one more go, another shot',
    de: 'wiederhol*, erneut, noch einmal, nochmal, neu starten, starte neu, neustart*',
    es: 'reintent*, de nuevo, otra vez, relanz*, repet*, repit*, volver a ejecutar',
    fr: 'relanc*, reessa*, recommenc*, a nouveau, redemarr*',
    pl: 'ponow*, powtorz*, jeszcze raz, uruchom ponownie',
    ja: '再実行, リトライ, やり直, もう一度, 再試行'
  },
  cancel: {
    en: 'cancel, stop, abort, kill, halt, terminate, call off, end, kill off, scrub, break off, pull the plug, put an end to, interrupt',
    de: 'abbrech*, abgebroch*, brich, stopp*, beend*, absag*, sag',
    es: 'cancel*, deten*, par*, abort*, anul*',
    fr: 'annul*, arret*, stopp*, interromp*',
    pl: 'anuluj*, zatrzym*, przerwij*, odwol*',
    ja: 'キャンセル, 中止, 停止, 止めて, 取り消'
  },
  pause: {
    en: 'pause, hold, suspend, freeze, wait, put on hold, temporarily stop, halt, take a break, hold off, put a hold on',
    de: 'pausier*, anhalt*, pause, unterbrech*',
    es: 'paus*, suspend*',
    fr: 'pause, suspend*',
    pl: 'wstrzym*, pauz*, zatrzymaj na chwil*',
    ja: '一時停止, ポーズ, 中断'
  },
  resume: {
    en: 'resume, continue, unpause, carry on, pick up where, go on, keep going, pick up again, unfreeze, proceed, get going again, keep on',
    de: 'fortsetz*, weiter, setze fort, weiterlauf*',
    es: 'reanud*, continu*',
    fr: 'reprend*, continu*, repris*',
    pl: 'wznow*, kontynu*',
    ja: '再開, 続行, 続け'
  },
  undo: {
    en: 'undo, revert, reverse, roll back, take back, rollback',
    de: 'ruckgangig, zurucknehm*, widerruf*',
    es: 'deshac*, deshaz, revert*, revierte',
    fr: 'annul*, defai*, retour en arriere',
    pl: 'cofn*, wycofaj',
    ja: '元に戻, 取り消, アンドゥ'
  },
  run: {
    en: 'run, execute, launch, trigger, start, invoke, kick off, fire, play, perform, ran, call, kick, spin, boot, fire up, set off, set in motion',
    de: 'ausfuhr*, fuhre, fuhr, start*, laufen, anstos*, anstoss*',
    es: 'ejecut*, lanz*, inici*, corre, correr, arranc*',
    fr: 'execut*, lanc*, demarr*',
    pl: 'uruchom*, wykon*, odpal*, wystart*',
    ja: '実行, 起動, 走らせ, 開始, 動かし'
  },
  check: {
    en: 'check, verify, test, validate, make sure, lint, see if, confirm that, is it working, does it work, valid, is it ok, is it valid, is it correct, correct, right, sane, works, look over, double check',
    de: 'pruf*, uberpruf*, test*, kontrollier*, validier*, check*',
    es: 'comprueb*, comprob*, verific*, valid*, prueb*, revis*',
    fr: 'verifi*, test*, valid*, control*',
    pl: 'sprawdz*, zweryfik*, test*, przetest*, walid*',
    ja: '確認, チェック, 検証, テスト, 調べ'
  },
  compare: {
    en: 'compare, diff, difference, changes between, what changed, changed between, versus, what s different, what s new between, differences, differ',
    de: 'vergleich*, unterschied*, verglich*',
    es: 'compar*, diferenci*',
    fr: 'compar*, differenc*',
    pl: 'porown*, rozni*',
    ja: '比較, 差分, 違い, 比べ'
  },
  assign: {
    en: 'assign, take over, takes over, give to, hand to, put on, delegate, make responsible, assignee, owner, hand the, take care of, take on, in charge, responsible, give it to, put in charge, takes care of, handle, handles, own',
    de: 'zuweis*, weise, weis, zuteil*, zugewies*, bearbeiter*, ordne',
    es: 'asign*',
    fr: 'assign*, attribu*, affect*',
    pl: 'przypis*, przydziel*',
    ja: '割り当て, 担当, アサイン'
  },
  rename: {
    en: 'rename, name, new name, change the name, call it, retitle, different name, new title, call the, title',
    de: 'umbenenn*, umbenann*, benenn*, name',
    es: 'renombr*, nombre',
    fr: 'renomm*, nom',
    pl: 'przemian*, zmien nazw*, nazw*',
    ja: '名前, 改名, リネーム, 名称'
  },
  replace: {
    en: 'replace, substitute, swap, find and replace, search and replace, exchange, switch out, change to, trade',
    de: 'ersetz*, austausch*, tausch*',
    es: 'reemplaz*, sustitu*',
    fr: 'remplac*, substitu*',
    pl: 'zamien*, zastap*, podmien*',
    ja: '置換, 置き換え, 差し替え'
  },
  mark: {
    en: 'mark, flag, set as',
    de: 'markier*, kennzeichn*, setz*',
    es: 'marc*',
    fr: 'marqu*',
    pl: 'oznacz*, zaznacz*',
    ja: 'マーク, にして, 既読, 未読'
  },
  export: {
    en: 'export, dump, back up, backup, extract',
    de: 'exportier*, export, sicher*',
    es: 'export*, respald*',
    fr: 'export*, sauvegard*',
    pl: 'eksport*, wyeksport*, kopia zapasow*',
    ja: 'エクスポート, 書き出, 出力, バックアップ'
  },
  import: {
    en: 'import, load, bring in, ingest, feed',
    de: 'importier*, einles*, import',
    es: 'import*, carg*',
    fr: 'import*, charg*',
    pl: 'import*, zaimport*, wczyt*',
    ja: 'インポート, 取り込, 読み込'
  },
  confirm: {
    en: 'confirm, go ahead, yes, approve, proceed, do it, start it',
    de: 'bestatig*',
    es: 'confirm*',
    fr: 'confirm*',
    pl: 'potwierdz*',
    ja: '確定, 承認'
  },
  watch: {
    en: 'watch, follow, stream, monitor, live, keep an eye on, tail, real time, keep me posted, keep me updated, as it happens',
    de: 'beobacht*, verfolg*, uberwach*, live',
    es: 'observ*, segu*, sigue, vigil*, monitor*, en vivo, directo',
    fr: 'suiv*, suivr*, surveill*, observ*, direct',
    pl: 'obserwuj*, sledz*, monitor*, na zywo',
    ja: '監視, 見守, 追跡, ライブ, リアルタイム'
  },
  resolve: {
    en: 'resolve, settle, mark as resolved, ~close, unresolve, solved',
    de: 'losen, gelost, auflos*, erledig*, losung',
    es: 'resolv*, resuel*',
    fr: 'resou*, resol*',
    pl: 'rozwiaz*',
    ja: '解決'
  },
  reschedule: {
    en: 'reschedule, postpone, move, push, delay, shift, push back, move to another time, change the time, bring forward, later, earlier, pushed, move forward, move back, shift back, push to, start later, start earlier, bring to, put off',
    de: 'verschieb*, verleg*, umplan*, spater, fruher',
    es: 'reprogram*, aplaz*, pospon*, mueve, retras*, adelant*, cambia la hora',
    fr: 'report*, decal*, replanifi*, repouss*, avanc*, deplac*',
    pl: 'przeloz*, przesun*, przenies*, zmien termin',
    ja: '変更, 延期, ずらし, リスケ, 再調整'
  },
  schedule: {
    en: 'schedule, book, plan, set up, arrange, put in, organize, organise, set a time, block, reserve, ~create, add, enter, pencil in, pencil, slot in, put down for, fit in, squeeze in, book in, make an appointment, set aside',
    de: 'plan*, einplan*, eintrag*, trag*, vereinbar*, buch*, ansetz*',
    es: 'program*, agend*, planific*, reserv*, organiz*, convoc*',
    fr: 'planifi*, programm*, organis*, reserv*, prevoi*, cal*',
    pl: 'zaplan*, umow*, zarezerw*, ustal*, wpisz*, dodaj*',
    ja: '予約, 設定, 入れて, 予定を入れ, 登録, 組んで'
  },
  invite: {
    en: 'invite, guest, attendee, participant, attend, invitation, invited',
    de: 'einlad*, lade, eingelad*, gast, gaste, teilnehm*',
    es: 'invit*, asistent*, participante*',
    fr: 'invit*, participant*, convi*',
    pl: 'zapros*, uczestni*, gosc*',
    ja: '招待, 参加者, 出席者, ゲスト'
  }
}

/** What it can be done with. */
export const THINGS: Readonly<Record<string, Row>> = {
  remember: {
    en: 'remember, memorize, memorise, note that, keep in mind, store, save, note down, learn, know, don t forget, record, recall',
    de: 'merk*, erinner*, notier*, speicher*, gemerkt, weisst',
    es: 'recuerd*, record*, guard*, memoriz*, apunt*, sab*',
    fr: 'souvien*, retien*, memoris*, rappel*, note*, sais, sais tu, connais*, souvenir',
    pl: 'zapamiet*, pamiet*, zanotuj*, zapisz*, wiesz',
    ja: '覚え, 記憶, 記録, メモ, 知って'
  },
  issue: {
    en: 'issue, issuenumber, ticket, bug, bug report, defect, problem, incident, feature request, ~task, ~story, ~todo, crash, crashes, glitch, ~broken, outage, regression, ~error, malfunction, fault, flaw, doesn t work, does not work, not work, complaint, epic',
    de: 'issue*, ticket*, fehler*, bug*, problem*, vorgang, storung*, aufgabe*',
    es: 'issue*, incidenc*, ticket*, error*, bug*, problema*, fallo*, tarea*, tique*',
    fr: 'issue*, ticket*, bug*, anomali*, incident*, probleme*, tache*, bogue*',
    pl: 'issue*, zglosz*, ticket*, blad, bledu, bledy, bledow, usterk*, problem*, zadani*, bug*, tiket*',
    ja: 'イシュー, 課題, チケット, バグ, 不具合, 問題, 障害, タスク'
  },
  merge_request: {
    en: 'merge request, mergerequestnumber, pull request, mr, pr, code review, patch, prs, mrs, change request',
    de: 'merge request*, pull request*, mr, pr',
    es: 'merge request*, pull request*, solicitud de fusion, solicitud* de extraccion, peticion de fusion, mr, pr',
    fr: 'merge request*, pull request*, demande de fusion, demande* de fusion, mr, pr',
    pl: 'merge request*, pull request*, mr, pr, prosb* o scalenie, zadani* scalenia',
    ja: 'マージリクエスト, プルリクエスト, プルリク, MR, PR'
  },
  comment: {
    en: 'comment, ~ask, note, remark, feedback, say, ~post, reply, mention, ~leave',
    de: 'kommentar*, kommentier*, anmerkung*, notiz*',
    es: 'comentari*, coment*, nota, notas, observacion*',
    fr: 'comment*, remarque*, note, notes',
    pl: 'komentarz*, komentuj*, skomentuj*, uwag*, notat*',
    ja: 'コメント, 注釈, メモ'
  },
  thread: {
    en: 'thread, discussion, conversation, ~chat, review comment, back and forth, chain, exchange',
    de: 'thread*, diskussion*, unterhaltung*, konversation*, verlauf, gesprach*',
    es: 'hilo*, discusion*, conversacion*, debate*',
    fr: 'fil, fils, discussion*, conversation*, echange*',
    pl: 'watek, watk*, dyskusj*, rozmow*, konwersacj*',
    ja: 'スレッド, 議論, 会話, ディスカッション, やり取り'
  },
  message: {
    en: 'message, forward, ~mailaddress, mail, email, e mail, inbox, mailbox, gmail, correspondence, newsletter, mails, emails, unread, letter, spam, junk mail, apology, ~notification, thank you note, newsletters, mailing, wrote to me, write me, written to me, wrote me, write back',
    de: 'nachricht*, mail*, email*, e mail*, posteingang*, post, postfach*, newsletter, geschrieben, schrieb, schreibt',
    es: 'mensaj*, correo*, email*, e mail*, bandeja*, mail*, buzon, escribe a, escribele, escrib* a',
    fr: 'messag*, mail*, courriel*, e mail*, email*, courrier*, boite*',
    pl: 'wiadomos*, mail*, email*, e mail*, maila, poczt*, skrzynk*, list elektroniczn*',
    ja: 'メール, メッセージ, 受信トレイ, 受信箱, 郵便'
  },
  draft: {
    en: 'draft, unsent, unfinished email, work in progress, prepare',
    de: 'entwurf*, entwurfe*, vorbereit*',
    es: 'borrador*, prepar*',
    fr: 'brouillon*, prepar*',
    pl: 'szkic*, wersj* robocz*, robocz*, przygotuj*',
    ja: '下書き, ドラフト'
  },
  label: {
    en: 'label, tag, category, categorize, categorise, categories, mark, sticker, ~folder, labels',
    de: 'label*, etikett*, schlagwort*, schlagwort*, kategorie*, markierung*, stichwort*',
    es: 'etiquet*, categor*, label*',
    fr: 'etiquet*, libelle*, label*, categor*',
    pl: 'etykiet*, oznacz*, kategori*, tag*, label*',
    ja: 'ラベル, タグ, カテゴリ'
  },
  attachment: {
    en: 'attachment, attach, attached file, file attached, enclosed, attached, ~diagram, ~screenshot, ~spreadsheet, ~pdf, ~logo, ~scan',
    de: 'anhang*, anhange*, anlage*, beilage*, angehangt*',
    es: 'adjunt*, archivo adjunto, anexo*',
    fr: 'piece* jointe*, joint*, annexe*, attachement*',
    pl: 'zalacznik*, zalacz*',
    ja: '添付, 添付ファイル'
  },
  event: {
    en: 'event, meeting, appointment, ~call, calendar entry, invite, call with, catch up, standup, ~session, booking, one on one, agenda, get together, reminder, block time, lunch, dinner, sync, brainstorming, workshop, retro, retrospective, kickoff, webinar, ~training, ~interview, ~demo, ~party, ~coffee, breakfast, brunch, dentist, physio, checkup, ~class, lecture, seminar, ~conference, offsite, all hands, town hall, drinks, rehearsal, ~review meeting, ~anniversary, ~birthday, hairdresser, physiotherapist, gathering, ~course, ~deadline in my, catchup, jour fixe, check in with',
    de: 'termin*, ereignis*, besprechung*, meeting*, treffen*, verabredung*, veranstaltung*, kalendereintrag*, sitzung*, zahnarzt*, arzttermin*, verabred*, mittagessen, feier*',
    es: 'evento*, reunion*, cita*, junta*, compromis*, encuentro*',
    fr: 'evenement*, reunion*, rendez vous, rdv, rencontre*, entretien*, prevu, cita',
    pl: 'wydarzen*, spotkan*, termin*, wizyt*, zebran*, narad*',
    ja: '予定, イベント, 会議, 打ち合わせ, ミーティング, アポ, 面談'
  },
  calendar: {
    en: 'calendar, schedule, agenda, diary, planner, my day, my week, my plans, planned, my time, on for, going on, timetable, appointments, on my plate',
    de: 'kalender*, terminplan*, terminkalender*, agenda',
    es: 'calendario*, agenda*',
    fr: 'calendrier*, agenda*, emploi du temps, planning, prevu*',
    pl: 'kalendarz*, terminarz*, grafik*',
    ja: 'カレンダー, スケジュール, 予定表, 日程'
  },
  busy: {
    en: 'busy, free, available, availability, free slot, free time, slot, when can we, gap, open time, time works, booked',
    de: 'frei, freie*, beschaftigt, verfugbar*, belegt*, besetzt, zeit hat, zeit haben',
    es: 'libre*, ocupad*, disponib*, hueco*',
    fr: 'libre*, occupe*, disponib*, creneau*, dispo*',
    pl: 'wolny, wolna, wolne, wolny*, wolnych, zajet*, dostepn*',
    ja: '空いて, 空き, 暇, 忙しい, 都合, 空き時間, 予定あり'
  },
  series: {
    en: 'series, recurring, repeating, instance, occurrence, weekly, repeats, daily, every week, repeated',
    de: 'serie*, wiederkehr*, wiederhol*, wochentlich*, serientermin*',
    es: 'serie*, recurrent*, repetitiv*, semanal*, ocurrenci*',
    fr: 'serie*, recurren*, repetiti*, hebdomadair*, occurrence*',
    pl: 'seri*, cykliczn*, powtarz*, cotygodniow*, wystapien*',
    ja: '繰り返し, 定期, 毎週, シリーズ'
  },
  page: {
    en: 'page, doc, document, article, documentation, docs, write up, writeup, handbook, ~post, blog post, runbook, knowledge base, guide, how to guide, manual, minutes, meeting notes, ~policy, ~spec, specification, ~proposal, faq, tutorial, ~report, concept paper, ~notes, white paper, wiki',
    de: 'seite*, dokument*, artikel*, beitrag*, blogbeitrag*',
    es: 'pagina*, document*, articulo*, entrada*',
    fr: 'page*, document*, article*, billet*',
    pl: 'stron*, dokument*, artykul*, wpis*',
    ja: 'ページ, ドキュメント, 文書, 記事, 資料'
  },
  blog: {
    en: 'blog, blog post, blogpost, announcement',
    de: 'blog*',
    es: 'blog*',
    fr: 'blog*, billet*',
    pl: 'blog*',
    ja: 'ブログ'
  },
  wiki: { en: 'wiki, confluence, knowledge base', de: 'wiki*', es: 'wiki*', fr: 'wiki*', pl: 'wiki*', ja: 'ウィキ, Wiki' },
  space: {
    en: 'space, ~area, team space, ~section',
    de: 'bereich*, space*',
    es: 'espacio*',
    fr: 'espace*',
    pl: 'przestrze*, obszar*',
    ja: 'スペース'
  },
  version: {
    en: 'version, revision, edit history, older, earlier, previous, history, past, old',
    de: 'version*, fassung*, revision*, fruhere*, vorherig*, altere*',
    es: 'version*, revision*, anterior*',
    fr: 'version*, revision*, anterieur*, precedent*',
    pl: 'wersj*, rewizj*, poprzedni*, starsz*',
    ja: 'バージョン, 版, 以前, 履歴'
  },
  children: {
    en: 'child, children, subpage, sub page, nested, under, below, subpages, beneath, underneath',
    de: 'unterseite*, untergeordnet*, kindseite*, unter, unterhalb',
    es: 'subpagina*, hija*, hijas, hijo*, debajo',
    fr: 'sous page*, enfant*, fille*, sous, dessous',
    pl: 'podstron*, potomn*, podrzedn*, pod',
    ja: '子ページ, 配下, 下位, 下のページ'
  },
  parent: {
    en: 'parent, ancestor, above, breadcrumb, breadcrumbs, higher up, where in the hierarchy, up the hierarchy',
    de: 'ubergeordnet*, elternseite*, oberhalb, ubergeordnete*',
    es: 'padre*, superior*, ancestr*, encima',
    fr: 'parent*, ancetre*, superieur*, dessus',
    pl: 'nadrzedn*, rodzic*, przodk*, powyzej',
    ja: '親ページ, 上位, 親'
  },
  tree: {
    en: 'tree, hierarchy, structure, outline, layout, table of contents, nesting, recursive',
    de: 'baum*, hierarchi*, struktur*, gliederung',
    es: 'arbol*, jerarqu*, estructura*',
    fr: 'arbre*, arborescen*, hierarch*, structure*',
    pl: 'drzew*, hierarch*, struktur*',
    ja: 'ツリー, 階層, 構造'
  },
  board: {
    en: 'board, kanban, trello board',
    de: 'board*, tafel*, brett*, pinnwand*',
    es: 'tablero*',
    fr: 'tableau*, board*',
    pl: 'tablic*, board*',
    ja: 'ボード, 掲示板'
  },
  column: {
    en: 'column, list, lane, swimlane, in doing, in done, in progress, in review, in the backlog, to done, to doing',
    de: 'spalte*, liste, listen',
    es: 'columna*, lista, listas',
    fr: 'colonne*, liste, listes',
    pl: 'kolumn*, list*',
    ja: 'リスト, 列, カラム'
  },
  card: {
    en: 'card, task, todo, to do, trello, ~ticket, ~item, tasks',
    de: 'karte*, aufgabe*, kartchen, task*',
    es: 'tarjeta*, tarea*',
    fr: 'carte*, tache*',
    pl: 'kart*, zadani*',
    ja: 'カード, タスク'
  },
  checklist: {
    en: 'checklist, check list, subtask, sub task, to do list, steps, tick, tick off, checkbox, check off, todo list, subtasks, ticked, ~step, ~steps, to dos on, to dos in, ~tasks on, items on, ~sub item',
    de: 'checklist*, unteraufgabe*, abhak*, hak*, prufliste*',
    es: 'checklist*, lista de verificacion, lista de control, subtarea*, list* de tareas',
    fr: 'checklist*, liste de controle, sous tache*, coch*, check list*',
    pl: 'checklist*, list* kontroln*, podzadani*, odhacz*, list* zadan',
    ja: 'チェックリスト, サブタスク, チェック項目'
  },
  due: {
    en: 'due, deadline, due date, overdue, by when, late, due by, target date, ~due, until when, ~done by, ~finish by, time limit',
    de: 'fallig*, frist*, falligkeit*, deadline*, termin',
    es: 'vencimient*, fecha limite, plazo*, vence*, fecha de entrega',
    fr: 'echeance*, date limite, delai*, en retard',
    pl: 'termin*, deadline*, data ukoncz*',
    ja: '期限, 締め切り, 締切, 期日'
  },
  member: {
    en: 'member, people, who, person, team, teammate, colleague, collaborator, everyone, access, belongs to, belong to, who can push, who has access, ~user, ~teammates',
    de: 'mitglied*, leute, person*, team*, wer, mitarbeit*, kolleg*, zugriff',
    es: 'miembro*, persona*, equipo*, quien*, integrante*, acceso',
    fr: 'membre*, personne*, equipe*, qui, collegue*, acces',
    pl: 'czlonk*, czlonek, osob*, ludzi*, zespol*, kto, dostep*, kogo',
    ja: 'メンバー, 人, チーム, 誰, 担当者'
  },
  user: {
    en: 'user, person, people, someone, username, account, developer, coworker, colleague, profile, who, ~account, ~who is',
    de: 'benutzer*, nutzer*, person*, konto, anwender*, kolleg*',
    es: 'usuari*, persona*, cuenta*',
    fr: 'utilisateur*, personne*, compte*, utilisatric*',
    pl: 'uzytkownik*, osob*, kont*',
    ja: 'ユーザー, 人, アカウント, 利用者'
  },
  current_user: {
    en: 'current user, who am i, whoami, my account, logged in, my profile, signed in, my user, log in as, which account, am i',
    de: 'wer bin ich, angemeldet*, mein konto, eingeloggt, welches konto, welchem konto',
    es: 'quien soy, mi cuenta, mi usuario, mi perfil, conectado',
    fr: 'qui suis je, mon compte, mon profil, connecte',
    pl: 'kim jestem, moje konto, zalogowan*, moj profil',
    ja: '自分のアカウント, ログイン中, 私は誰, 自分のプロフィール, 自分のユーザー'
  },
  connection: {
    en: 'connection, connect, connected, reachable, working, credentials, token, ping, login, alive, online, access token, health, up and running',
    de: 'verbindung*, erreichbar*, zugangsdat*, verbunden, funktionier*, token',
    es: 'conexion*, conect*, credencial*, funciona*, token',
    fr: 'connexion*, connect*, identifiant*, fonctionn*, jeton*, joignable*, marche',
    pl: 'polaczen*, dziala*, token*, poswiadczen*, dostepn*',
    ja: '接続, 繋が, つなが, 認証, トークン, 疎通'
  },
  project: {
    en: 'project, projectpath, repo, repository, codebase',
    de: 'projekt*, repo*, repository',
    es: 'proyecto*, repositorio*, repo*',
    fr: 'projet*, depot*, repo*',
    pl: 'projekt*, repozytori*, repo*',
    ja: 'プロジェクト, リポジトリ, レポジトリ'
  },
  repository: {
    en: 'repository, repo, git, source code, codebase, code, source',
    de: 'repository, repo*, quellcode*, code*, git',
    es: 'repositorio*, repo*, codigo*, git',
    fr: 'depot*, repo*, code*, git',
    pl: 'repozytori*, repo*, kod, kodu, kodzie, git*',
    ja: 'リポジトリ, レポジトリ, ソースコード, コード'
  },
  group: {
    en: 'group, subgroup, organization, organisation, namespace, ~team, department',
    de: 'gruppe*, untergruppe*, organisation*',
    es: 'grupo*, organizacion*',
    fr: 'groupe*, organisation*',
    pl: 'grup*, organizacj*',
    ja: 'グループ, 組織'
  },
  branch: {
    en: 'branch, feature branch, stale branches, ~main, ~trunk, ~line of work, hotfix',
    de: 'branch*, zweig*',
    es: 'rama*, branch*',
    fr: 'branche*',
    pl: 'galez*, galaz, galezi*, branch*, branc*',
    ja: 'ブランチ'
  },
  commit: {
    en: 'commit, sha, change, changeset, revision, checkin, ~push, committed, ~happened, check in, checked in',
    de: 'commit*, anderung*',
    es: 'commit*, confirmacion*, cambio*',
    fr: 'commit*, modification*, changement*',
    pl: 'commit*, zmian*, komit*',
    ja: 'コミット, 変更'
  },
  diff: {
    en: 'diff, change, patch, difference, what changed, changed lines, changes, changed files, modified files',
    de: 'diff*, anderung*, unterschied*, geandert*',
    es: 'diff*, cambio*, diferenci*',
    fr: 'diff*, changement*, differenc*, modification*',
    pl: 'diff*, zmian*, rozni*',
    ja: '差分, 変更, 変更点'
  },
  blame: {
    en: 'blame, who wrote, who changed, last touched, annotate, author of each line, who last, responsible for this line, who is to blame, author',
    de: 'wer hat geschrieben, wer hat diese zeile, wer hat geandert, blame',
    es: 'quien escribio, quien cambio, blame, autor*',
    fr: 'qui a ecrit, qui a modifie, blame, auteur*',
    pl: 'kto napisal, kto zmienil, blame, autor*',
    ja: '誰が書いた, 誰が変更, ブレーム, 作者'
  },
  tag: {
    en: 'tag, version tag, git tag, tags',
    de: 'tag, tags, git tag*',
    es: 'tag*, etiqueta de version, etiqueta git',
    fr: 'tag*, etiquette git',
    pl: 'tag*',
    ja: 'タグ'
  },
  release: {
    en: 'release, changelog, release notes, publish, ship, version, shipped, rollout, ~published, ~version',
    de: 'release*, veroffentlich*, versionshinweis*, freigabe*',
    es: 'release*, lanzamient*, publica*, version*, entrega*',
    fr: 'release*, publi*, version*, livraison*, sortie*',
    pl: 'release*, wydan*, wyda*, opublik*',
    ja: 'リリース, 公開'
  },
  pipeline: {
    en: 'pipeline, ci, build, ci cd, deployment, deploy, ci run, builds, green, red build, ~builds',
    de: 'pipeline*, build*, ci',
    es: 'pipeline*, canalizacion*, build*, compilacion*, ci',
    fr: 'pipeline*, build*, ci, chaine*',
    pl: 'pipelin*, potok*, build*, ci',
    ja: 'パイプライン, ビルド, CI'
  },
  job: {
    en: 'job, build, ci job, build step, stage, background task, bulk job, run, batch, long running, the bulk, that bulk, whole bulk, the mass, that mass, the batch, that batch',
    de: 'job*, auftrag*, hintergrundaufgabe*',
    es: 'job*, trabajo*, tarea*',
    fr: 'job*, tache*, travail, travaux',
    pl: 'job*, zadani*, prac*',
    ja: 'ジョブ, 処理, タスク'
  },
  log: {
    en: 'log, output, logs, console output, trace, build output, error message, why did it fail, stdout, failed, failure',
    de: 'log*, protokoll*, ausgabe*, fehlgeschlagen*',
    es: 'log*, registro*, salida*, fall*',
    fr: 'log*, journal*, journaux, sortie*, echou*, trace*',
    pl: 'log*, dziennik*, wyjsci*, nie powiod*',
    ja: 'ログ, 出力, 記録, 失敗'
  },
  artifact: {
    en: 'artifact, build output, binary, build result, artefact, built files',
    de: 'artefakt*, artifact*, buildergebnis*',
    es: 'artefacto*, artifact*',
    fr: 'artefact*, artifact*',
    pl: 'artefakt*',
    ja: '成果物, アーティファクト'
  },
  variable: {
    en: 'variable, environment variable, env var, env vars, parameters, settings',
    de: 'variable*, umgebungsvariabl*',
    es: 'variable*',
    fr: 'variable*',
    pl: 'zmienn*',
    ja: '変数'
  },
  ci_config: {
    en: 'gitlab ci yml, ci config, ci configuration, yaml, yml, pipeline definition, ci file, lint',
    de: 'ci konfiguration, ci config*, konfiguration*',
    es: 'configuracion de ci, configuracion*',
    fr: 'configuration ci, configuration*',
    pl: 'konfiguracj*',
    ja: '設定ファイル, CI設定, 構成'
  },
  milestone: {
    en: 'milestone, sprint, iteration, roadmap, goal, phase',
    de: 'meilenstein*, sprint*',
    es: 'hito*, sprint*',
    fr: 'jalon*, sprint*, etape*',
    pl: 'kamien* milow*, kamien milowy, milestone*, sprint*, milow*',
    ja: 'マイルストーン, スプリント'
  },
  snippet: {
    en: 'snippet, code snippet, gist, paste, piece of code, code sample, pastebin, bit of code',
    de: 'snippet*, codeschnipsel*, schnipsel*',
    es: 'fragmento*, snippet*',
    fr: 'extrait*, snippet*, bout de code',
    pl: 'snippet*, fragment* kodu, wycin*, fragment*',
    ja: 'スニペット, コード片'
  },
  file: {
    en: 'file, ~disk, filename, document, text file, readme, script, config file, pdf, image, ~folder, ~config, ~settings, csv, spreadsheet, ~lyrics, ~backup, ~logfile, zip, txt',
    de: 'datei*, dokument*',
    es: 'archivo*, fichero*',
    fr: 'fichier*',
    pl: 'plik*',
    ja: 'ファイル'
  },
  directory: {
    en: 'directory, ~projectpath, folder, dir, path, folders, subfolder',
    de: 'verzeichnis*, ordner*',
    es: 'directorio*, carpeta*',
    fr: 'dossier*, repertoire*',
    pl: 'katalog*, folder*',
    ja: 'フォルダ, ディレクトリ, フォルダー'
  },
  root: {
    en: 'root, allowed folders, accessible, access, allowed directories',
    de: 'zugriff, erlaubt*, stammverzeichnis*, wurzel*',
    es: 'raiz, raices, permitid*, acceso, acced*',
    fr: 'racine*, autorise*, acces, acced*',
    pl: 'korzen*, dozwolon*, dostep*',
    ja: 'ルート, アクセスできる'
  },
  command: {
    en: 'command, program, shell, terminal, script, cli, command line, bash, executable, ~server, npm, dev server, ~make',
    de: 'befehl*, kommando*, programm*, skript*',
    es: 'comando*, programa*, script*, orden',
    fr: 'command*, programme*, script*',
    pl: 'polecen*, komend*, program*, skrypt*',
    ja: 'コマンド, プログラム, スクリプト'
  },
  gcloud: {
    en: 'gcloud, google cloud, gcp, cloud, vm, virtual machine, compute engine, cloud run, gke, kubernetes cluster, bucket, cloud storage, bigquery, cloud sql, vms, buckets, iam, service account',
    de: 'google cloud, gcloud, vm*, cloud',
    es: 'google cloud, gcloud, nube, vm*',
    fr: 'google cloud, gcloud, vm*, cloud',
    pl: 'google cloud, gcloud, chmur*, vm*',
    ja: 'クラウド, グーグルクラウド, 仮想マシン, バケット'
  },
  help: {
    en: 'help, manual, usage, documentation, flags, options, how do i use, syntax, man page',
    de: 'hilfe*, anleitung*, handbuch*, optionen',
    es: 'ayuda*, manual*, opciones',
    fr: 'aide*, manuel*, options, mode d emploi',
    pl: 'pomoc*, instrukcj*, opcj*',
    ja: 'ヘルプ, 使い方, 説明, マニュアル'
  },
  status: {
    en: 'status, state, progress, how far, is it done, how is it going, finished, percent, still running, ready',
    de: 'status*, zustand*, fortschritt*, wie weit, stand, fertig',
    es: 'estado*, progreso*, avance*, como va, terminado',
    fr: 'statut*, etat*, progres*, avancement*, ou en est, progression',
    pl: 'status*, stan*, postep*, na jakim etapie',
    ja: '状態, ステータス, 進捗, 状況, 終わった'
  },
  history: {
    en: 'history, past, recent, recently, previously, earlier, last, timeline, over time, used to',
    de: 'verlauf*, historie*, geschichte*, letzte*, vergangen*',
    es: 'historial*, historia*, reciente*, ultim*',
    fr: 'historique*, histoire*, recent*, dernier*',
    pl: 'histori*, ostatni*, poprzedni*',
    ja: '履歴, 過去, 最近, 経緯'
  },
  statistics: {
    en: 'statistics, stats, count, number of, size, how many, how big, metrics, numbers, storage, how large, how much',
    de: 'statistik*, anzahl*, wie viele, gross*, zahlen',
    es: 'estadistic*, cuantos, cuantas, tamano*, numero*',
    fr: 'statistique*, combien, taille*, nombre*',
    pl: 'statystyk*, ile, liczb*, rozmiar*, wielkosc*',
    ja: '統計, 件数, サイズ, いくつ, 数'
  },
  fact: {
    en: 'fact, knowledge, information, relation, relationship, link, statement, true, works at, related, works for, lives in, ~likes, ~is married, birthday of, ~vegetarian, prefers, favourite, favorite',
    de: 'fakt*, tatsache*, wissen, beziehung*, information*',
    es: 'hecho*, conocimient*, relacion*, informacion*, dato*',
    fr: 'fait, faits, connaissance*, relation*, information*',
    pl: 'fakt*, wiedz*, relacj*, informacj*',
    ja: '事実, 知識, 関係, 情報'
  },
  object: {
    en: 'object, entity, entities, node, thing, topic, subject, ~company, ~person, ~companies',
    de: 'objekt*, entitat*, knoten',
    es: 'objeto*, entidad*, nodo*',
    fr: 'objet*, entite*, noeud*',
    pl: 'obiekt*, encj*, wezel, wezl*',
    ja: 'オブジェクト, エンティティ, ノード, 対象'
  },
  memory: {
    en: 'memory, knowledge graph, graph, memories, remember, long term memory, ~know about, you know, recall',
    de: 'gedachtnis*, wissensgraph*, graph*, speicher*, erinner*',
    es: 'memoria*, grafo*',
    fr: 'memoire*, graphe*',
    pl: 'pamiec*, graf*',
    ja: 'メモリ, 記憶, グラフ, ナレッジ'
  },
  web: {
    en: 'web, internet, online, google, website, site, news, web search, bing, brave, election, ~news about, who won, newest version of, latest version of, on the net, world, look up the, population of, search the web',
    de: 'web*, internet*, netz, online, nachrichten, google*',
    es: 'web*, internet, online, en linea, noticia*, sitio*, red, google*',
    fr: 'web*, internet, en ligne, actualite*, site*, toile, google*',
    pl: 'web*, internet*, sieci, siec, online, wiadomosci ze swiata, strona internetowa, google*, internecie, internetu',
    ja: 'ウェブ, ネット, インターネット, オンライン, ニュース, サイト, ググ'
  },
  url: {
    en: 'url, link, web page, webpage, website, web address, site, article, links, urls',
    de: 'url*, link*, webseite*, webadresse*, website*',
    es: 'url*, enlace*, pagina web, sitio web, link*',
    fr: 'url*, lien*, page web, site web',
    pl: 'url*, link*, odnosnik*, stron* internetow*, stron* www, adres*',
    ja: 'URL, リンク, ウェブページ, サイト, アドレス'
  },
  place: {
    en: 'place, shop, restaurant, store, nearby, near me, cafe, local business, around here, coffee, hotel near, close by, places, barber, bakery, pizzeria, pharmacy, supermarket, bar, pub, gym, museum, ~nearest, closest, next to here, round here',
    de: 'ort, orte, laden, geschaft*, restaurant*, cafe*, in der nahe, nahe',
    es: 'lugar*, tienda*, restaurante*, cerca, cafeteria*, negocio*, local*',
    fr: 'lieu*, magasin*, restaurant*, pres de, cafe*, boutique*, proximite',
    pl: 'miejsc*, sklep*, restauracj*, w poblizu, kawiarni*, blisko, lokal*',
    ja: '場所, 店, レストラン, 近く, カフェ, お店, 周辺'
  },
  trash: {
    en: 'trash, bin, trash can, recycle bin, deleted, rubbish, garbage, throw away, wastebasket',
    de: 'papierkorb*, mull',
    es: 'papelera*, basura',
    fr: 'corbeille*, poubelle*',
    pl: 'kosz*, smietnik*',
    ja: 'ゴミ箱, ごみ箱'
  },
  read_state: {
    en: 'as read, mark read, already read, mark as read, mark as seen, seen, not show as new, ve seen, have seen, ve read, have read',
    de: 'als gelesen, gelesen',
    es: 'como leido*, leid*',
    fr: 'comme lu*, lus, lu',
    pl: 'jako przeczytan*, przeczytan*',
    ja: '既読'
  },
  unread_state: {
    en: 'as unread, mark unread, unread again, not read, mark as unread, as new',
    de: 'als ungelesen, ungelesen',
    es: 'como no leid*, no leid*',
    fr: 'comme non lu*, non lu*',
    pl: 'jako nieprzeczytan*, nieprzeczytan*',
    ja: '未読'
  },
  many: {
    en: 'bulk, many, several, multiple, all, every, each, everything, hundreds, dozens, twenty, thirty, forty, fifty, mass, batch, in one go, at once, all of, thousands, lots of, whole bunch, everywhere, across, a bunch of',
    de: 'viele*, mehrere*, alle*, massen*, samtlich*, auf einmal, jede*, hunderte',
    es: 'mucho*, varios, varias, todos, todas, en masa, masiv*, a la vez, cada, cientos',
    fr: 'plusieurs, tous, toutes, en masse, beaucoup, chaque, d un coup, en bloc, centaines',
    pl: 'wiele, wielu, kilka, wszystk*, masow*, naraz, kazd*, zbiorcz*, hurt*, setki',
    ja: '一括, まとめて, 複数, すべて, 全て, 全部, 大量, たくさん'
  },
  description: {
    en: 'description, body, text, content, contents',
    de: 'beschreibung*, inhalt*, text*',
    es: 'descripcion*, contenido*, texto*',
    fr: 'description*, contenu*, texte*',
    pl: 'opis*, tresc*, zawartos*, tekst*',
    ja: '説明, 内容, 本文, テキスト'
  },
  related: {
    en: 'related, linked, link, connected, dependency, blocks, blocking, blocked by, depends, duplicate of, connect, relate',
    de: 'verknupf*, verwandt*, zusammenhang*, verbind*, abhangig*, zusammenhangend*',
    es: 'relacionad*, vincul*, enlaz*, dependenc*, vinculad*',
    fr: 'lie, lies, liee*, lier, relie*, associe*, dependance*',
    pl: 'powiaz*, polacz*, zwiaz*, zalezn*',
    ja: '関連, 紐づ, リンク, 紐付'
  }
}

/**
 * Other services, channels and devices. A request that names one is not for this gateway, unless it also names a system of it, or the name is a
 * value ("emails about the Slack outage"). A word in the names and summaries of the searched operations has no effect here.
 */
export const SERVICES =
  'slack, teams, microsoft teams, discord, whatsapp, telegram, signal message, messenger, skype, zoom, webex, google meet, facetime, imessage, wechat, twitter, tweet, tweets, retweet, facebook, instagram, linkedin, tiktok, snapchat, reddit, pinterest, youtube, twitch, vimeo, netflix, spotify, soundcloud, apple music, ' +
  'jira, asana, notion, monday com, clickup, linear app, basecamp, airtable, todoist, evernote, onenote, miro, figma, canva, photoshop, salesforce, hubspot, zendesk, intercom, freshdesk, servicenow, pipedrive, mailchimp, sap, oracle, workday, quickbooks, xero, stripe, paypal, venmo, shopify, woocommerce, ebay, amazon, aliexpress, etsy, ' +
  'github, bitbucket, jenkins, circleci, travis, aws, s3 bucket, ec2, azure, heroku, netlify, vercel, cloudflare, digitalocean, datadog, grafana, prometheus, splunk, sentry, pagerduty, opsgenie, new relic, docker hub, dockerhub, npm package, pypi, ' +
  'dropbox, onedrive, sharepoint, icloud, box com, google drive, google sheet, google sheets, google docs, google slides, google forms, excel, powerpoint, ms word, outlook, exchange server, wordpress, wix, squarespace, docusign, calendly, doordash, deliveroo, uber, lyft, airbnb, booking com, expedia, tinder, wikipedia edit, ' +
  'svn, subversion, mercurial, perforce, gerrit, phabricator, gitea, codeberg, sourceforge, bugzilla, mantis, youtrack, redmine, trac, teamcity, bamboo, argocd, wrike, smartsheet, zoho, netsuite, bamboohr, gusto, tableau, power bi, snowflake, databricks, mysql, postgres, postgresql, mongodb, sqlite, dynamodb, elasticsearch, kibana, docker, s3, ' +
  'subreddit, quora, substack, mastodon, bluesky, tumblr, flickr, viber, hulu, disney plus, prime video, audible, kindle, steam game, roblox, revolut, klarna, zelle, coinbase, binance, robinhood, strava, garmin, duolingo, coursera, udemy, zapier, ifttt, twilio, sendgrid, surveymonkey, typeform, eventbrite, lightroom, indesign, autocad, sketchup, garageband, hotmail, yahoo mail, google photos, google maps, google translate, google keep, google pay, apple pay, apple notes, apple maps, waze, ' +
  'sms, text message, text messages, mms, fax, voicemail, phone call, video call, thermostat, alexa, siri, homekit, philips hue, hue, roomba, tesla, sonos, chromecast, apple tv, playstation, xbox, nintendo, fitbit, apple watch, ' +
  'スラック, ツイッター, ツイート, インスタ, ライン送, youtube動画'

/** Verbs of tasks that none of these systems does. They decide if they begin the request ("translate this page"). */
export const FOREIGN_VERBS =
  'translate, print, scan, photocopy, fax, play, pay, buy, purchase, sell, order, refund, invoice, bill, charge, donate, transfer money, tip, tweet, dial, phone, text, sing, draw, paint, sketch, cook, bake, brew, drive, fly, navigate, solve, calculate, compute, multiply, integrate, convert, crop, resize, transcribe, dictate, record a video, film, photograph, dim, unlock, lock the, turn up, turn down, switch on the light, switch off the light, set an alarm, set a timer, set the alarm, set a reminder on my phone, wake me, reboot, shut down my, encrypt, decrypt, like all, follow back, swipe, hire, fire, rent, lease, mow, vacuum, wash, deliver, ship a parcel, renew, subscribe, unsubscribe me from netflix, book a flight, book a hotel, book a table, book a room, book a taxi, book a train, book me a, paraphrase, rephrase, proofread, spellcheck, shorten, compress, uninstall, defragment, overclock, upvote, downvote, ban, unfriend, water the, feed the dog, walk the dog, apply for, flip a coin, toss a coin, roll a, diagnose, prescribe, blur, upscale, colorize, animate, broadcast, livestream, mute, unmute, hang up, call my, call me a, text my, iron my, knit, sew, drink, check in for my, ' +
  'ubersetze, ubersetz, ubersetzen, drucke, drucken, bezahle, bezahlen, bestell, bestelle, bestellen, kaufe, kaufen, uberweise, uberweisen, spiele, spiel, berechne, berechnen, buche einen flug, buche mir, ruf an, mach das licht, schalte, ' +
  'traduce, traducir, imprime, imprimir, paga, pagar, pide, pedir, compra, comprar, reproduce, toca, calcula, calcular, llama a, reserva un vuelo, reserva un hotel, reserva una mesa, enciende, apaga, ' +
  'traduis, traduire, imprimer, paie, payer, commande, commander, achete, acheter, joue, calcule, calculer, appelle, reserve un vol, reserve un hotel, reserve une table, allume, eteins, ' +
  'przetlumacz, wydrukuj, zaplac, zamow, kup, kupic, zagraj, wlacz muzyke, oblicz, zadzwon, zarezerwuj lot, zarezerwuj hotel, zarezerwuj stolik, wlacz swiatlo, wylacz swiatlo, ' +
  '翻訳して, 印刷して, 注文して, 支払って, 計算して, 電話して, 再生して'

/**
 * Other fields. A request about one of them finds nothing unless an operation of the list is about it too; a system for one of them that is added
 * to the gateway is found by all these words.
 */
export const OTHER_FIELDS: Readonly<Record<string, Row>> = {
  /** Compounds whose last word means something else here. */
  homonym: {
    en: 'qr code, bar code, discount code, promo code, zip code, postal code, dress code, country code, business card, credit card, debit card, gift card, greeting card, birthday card, sim card, graphics card, id card, loyalty card, boarding pass, board game, ironing board, price tag, name tag, luggage tag, yellow pages, facebook page, tree branch, bank branch, nail file, shopping list, guest list, wish list, parking space, office space, press release, gas pipeline, oil pipeline, part time job, sewing thread, wine label, record label, clothing label, traffic light'
  },
  weather: {
    en: 'weather, forecast, temperature, rain, rainy, snow, humidity, wind speed, sunny, climate, storm, umbrella, air quality',
    de: 'wetter*, regen, regnet, temperatur*',
    es: 'clima, tiempo hara, el tiempo en, lluvia, temperatura*, llover*',
    fr: 'meteo, quel temps, pluie, temperature*, pleuvoir',
    pl: 'pogod*, deszcz*, temperatur*',
    ja: '天気, 気温, 雨'
  },
  travel: {
    en: 'travel, trip, flight, flights, airline, airport, cruise, tourist, tourism, sightseeing, itinerary, destination, landmark, vacation rental, backpacking, train ticket, bus ticket, seat on, a seat, passport, visa, seat, seats, luggage, suitcase, hotel room, ticket to, tickets to, train, ferry',
    de: 'flug, fluge, flugticket*, reise*, bahnticket*, reisepass*',
    es: 'vuelo*, viaje*, billete*, pasaporte*',
    fr: 'vol pour, vols, billet d avion, billet de train, voyage*, passeport*',
    pl: 'lot do, loty, podroz*, bilet*, paszport*',
    ja: '航空券, 飛行機, 旅行, 新幹線'
  },
  lodging: {
    en: 'hotel, hotels, accommodation, hostel, motel, apartment, apartments, lodging, bed and breakfast, holiday home, resort, vacation home',
    de: 'hotel*, unterkunft, ferienwohnung*',
    es: 'hotel*, alojamiento*',
    fr: 'hotel*, hebergement*, gite*',
    pl: 'hotel*, nocleg*',
    ja: 'ホテル, 宿'
  },
  housing: {
    en: 'house, home for sale, rent, rental, renting, property, properties, real estate, mortgage, tenant, landlord, condo, buy a home'
  },
  transport: {
    en: 'taxi, cab, car, cars, vehicle, parking, traffic, subway, metro, bus, bike rental, directions to, route to, gps, charging station, petrol, gas station, driving licence, drone, rideshare',
    de: 'taxi, auto, parkplatz*',
    es: 'taxi*, coche*',
    fr: 'taxi*, voiture*',
    pl: 'taksowk*, samochod*',
    ja: 'タクシー, 車'
  },
  food: {
    en: 'food, pizza, burger, sushi, recipe, recipes, grocery, groceries, meal, meals, ingredient, cuisine, dish, dishes, cooking, vegetarian, vegan, cocktail, wine, takeaway, takeout',
    de: 'pizza, rezept*, essen bestellen, lebensmittel*',
    es: 'pizza*, receta*, comida*',
    fr: 'pizza*, recette*',
    pl: 'pizz*, przepis na, jedzeni*',
    ja: 'ピザ, レシピ, 料理, 出前'
  },
  music: {
    en: 'music, song, songs, playlist, lyrics, guitar, piano, album, band, singer, melody, tune, genre, concert, podcast, audio, sound',
    de: 'musik*, lied, lieder',
    es: 'musica*, cancion*',
    fr: 'musique*, chanson*',
    pl: 'muzyk*, piosenk*',
    ja: '音楽, 曲, 歌'
  },
  video: {
    en: 'video, videos, movie, movies, film, tv show, tv series, cinema, episode, trailer, subtitles, actor, streaming service, add music, cut the clip, clip',
    de: 'film, filme, video*, kino*',
    es: 'pelicula*, video*, cine',
    fr: 'film*, video*, cinema*',
    pl: 'film*, wideo, kino',
    ja: '映画, 動画'
  },
  picture: {
    en: 'photo, photos, picture, pictures, selfie, camera, wallpaper, meme, gif, drawing, illustration, sketch, logo design, avatar, artwork, image generation, image of, portrait',
    de: 'foto, fotos, bild von, zeichnung*',
    es: 'foto, fotos, dibujo*, imagen de',
    fr: 'photo, photos, dessin*, image de',
    pl: 'zdjeci*, obrazek, rysunek',
    ja: '写真, 画像を生成, 絵'
  },
  translation: {
    en: 'translate, translation, translator, grammar, pronounce, pronunciation, in french, in spanish, to french, to spanish, to german, into english, into french, into german, into spanish',
    de: 'ubersetz*, ins englische, ins deutsche',
    es: 'traduc*, traduz*, al ingles, al frances',
    fr: 'tradui*, traduct*, en anglais, en espagnol',
    pl: 'przetlumacz*, tlumacz*, na angielski',
    ja: '翻訳, 英訳, 和訳'
  },
  payment: {
    en: 'payment, invoice, invoices, bank, bank account, bank balance, credit card, debit card, account balance, salary, payroll, refund, payslip, expense report, billing, receipt, transfer money, wire transfer, cash, money, credit limit, loan payment, pension, invoice for, donation, tip',
    de: 'uberweis*, rechnung*, kontostand*, gehalt*, bezahl*, zahlung*',
    es: 'factura*, saldo*, transferencia bancaria, nomina*, pago*',
    fr: 'facture*, solde, virement*, salaire*, paiement*',
    pl: 'przelew*, faktur*, saldo, wyplat*, platnos*',
    ja: '支払, 振込, 請求書, 給料, 残高, 銀行'
  },
  finance: {
    en: 'bitcoin, crypto, cryptocurrency, stock, stocks, stock price, stock market, share price, investment, investing, invest, portfolio, fund, funds, bond, loan, insurance, pension, economy, market trends, dividend, financial, finance, trading, earnings, blockchain, ethereum',
    de: 'aktie*, aktienkurs*, versicherung*, kredit*',
    es: 'bolsa, inversion*, seguro medico, acciones de',
    fr: 'la bourse, en bourse, assurance*, cours de l action',
    pl: 'akcje, akcji, gield*, ubezpieczen*, kurs akcji',
    ja: '株価, 株, 投資, 保険'
  },
  currency: {
    en: 'currency, currencies, exchange rate, dollar, dollars, euros, usd, eur, gbp, yen, conversion rate',
    de: 'wahrung*, wechselkurs*',
    es: 'divisa*, tipo de cambio',
    fr: 'devise*, taux de change',
    pl: 'walut*, kurs walut',
    ja: '為替, 通貨, ドル'
  },
  tax: {
    en: 'tax, taxes, tax return, vat, deduction',
    de: 'steuer, steuern, steuererklarung*',
    es: 'impuesto*',
    fr: 'impot*',
    pl: 'podat*',
    ja: '税金, 確定申告'
  },
  law: { en: 'law, legal, lawyer, lawsuit, court, attorney, statute, contract law, regulation' },
  shopping: {
    en: 'shopping*, product, products, discount, coupon, coupons, deal, deals, price, prices, cheap, sale, purchase order, shopping cart, store online, gift, gifts, flowers, bouquet, brand, buy, order status, parcel, package tracking, delivery status, sales order, clothes, shoes, laptop, phone case, present for, bike, bicycle, second hand, used car, parcels, postage, stamps',
    de: 'einkauf*, paket, lieferung*, gutschein*, geschenk*',
    es: 'compras, paquete, regalo*, descuento*',
    fr: 'achats, colis, cadeau*, promotion*',
    pl: 'zakupy, paczk*, prezent*, rabat*',
    ja: '買い物, 荷物, プレゼント, 割引, 通販'
  },
  home: {
    en: 'light, lights, lamp, heating, radiator, air conditioning, oven, fridge, dishwasher, washing machine, garage door, front door, door, window blinds, vacuum cleaner, robot, brightness, plant, plants, furniture, plumber, electrician, cleaner, gardening, shirt, shirts, laundry, dishes, bed, bathroom, kitchen, sofa, lawn, garden, windows cleaned, bin day, washing, dry cleaning, thermostat',
    de: 'licht*, lampe*, heizung*, haustur, garage*, staubsauger*',
    es: 'luz, luces, lampara*, calefaccion, puerta*',
    fr: 'lumiere*, lampe*, chauffage*, la porte',
    pl: 'swiatl*, lamp*, ogrzewan*, drzwi',
    ja: '電気, 照明, 暖房, エアコン, 鍵'
  },
  clock: {
    en: 'alarm clock, alarm, timer, stopwatch, what time is it, time is it in, time zone converter, countdown',
    de: 'wecker*, timer, wie spat ist es',
    es: 'alarma*, temporizador*, despertador*, que hora es',
    fr: 'reveil*, minuteur*, quelle heure est il',
    pl: 'budzik*, minutnik*, ktora jest godzina',
    ja: '目覚まし, タイマー, アラーム, 何時'
  },
  health: {
    en: 'doctor, medicine, medication, prescription, symptom, symptoms, diagnosis, disease, pregnancy, workout, workouts, exercise, fitness, calorie, calories, diet, nutrition, heart rate, blood pressure, massage, haircut, therapy, clinical, patient, sleep, yoga, health, sandwich, vitamins, vaccination, blood sugar, dentist bill',
    de: 'arzt, medikament*, kalorien, krank*',
    es: 'medico, medicamento*, calorias, dieta*',
    fr: 'medecin*, medicament*, calories, regime*',
    pl: 'lekarz*, lekarst*, kalori*',
    ja: '医者, 薬, カロリー, 病院'
  },
  sport: {
    en: 'football, basketball, soccer, tennis, cricket, baseball, match result, league table, player stats, olympics, surf, marathon, running shoes, gym membership',
    de: 'fussball*',
    es: 'futbol*',
    fr: 'football*',
    pl: 'pilk*',
    ja: 'サッカー, 野球'
  },
  game: {
    en: 'game, games, chess, sudoku, crossword, puzzle, riddle, riddles, lottery, dice, video game, quiz, trivia, tic tac toe',
    de: 'spiel, spiele, lotto',
    es: 'juego*, ajedrez',
    fr: 'jeu, jeux, echecs',
    pl: 'gra, gry, szachy',
    ja: 'ゲーム, 将棋, 宝くじ'
  },
  entertainment: {
    en: 'joke, jokes, poem, poems, poetry, lullaby, horoscope, horoscopes, zodiac, astrology, astrological, tarot, fairy tale, bedtime story, short story, novel, celebrity, rap, theatre, theater, musical, opera, ballet, hamlet, comedy, standup comedy, circus',
    de: 'witz*, gedicht*, horoskop*',
    es: 'chiste*, poema*, horoscopo*, cuento*',
    fr: 'blague*, poeme*, horoscope*',
    pl: 'zart*, wiersz*, horoskop*',
    ja: '冗談, 詩, 占い, 星座'
  },
  maths: {
    en: 'equation, square root, math, maths, derivative, integral, percent of, multiply, divided by, calculator, calculate, calculation, celsius, fahrenheit, kilometers, kilometres, miles, kilograms, pounds to, unit conversion, convert units, geometry, grams, ounce, ounces, inches, litres, liters, gallons, feet in, tonnes, how many cups, pivot table, formula, decimal, binary number, prime number',
    de: 'gleichung*, quadratwurzel*, berechn*',
    es: 'ecuacion*, raiz cuadrada, calcul*',
    fr: 'equation*, racine carree, calcul*',
    pl: 'rownan*, pierwiast*, oblicz*',
    ja: '方程式, 計算, 平方根'
  },
  education: {
    en: 'course, courses, lesson, lessons, homework, exam, university, tutor, teaching, teach me, student, flashcards, essay, learn english, online class, learning, ielts, school'
  },
  research: {
    en: 'research paper, academic, scholarly, scientific, literature review, citation, bibtex, peer reviewed, arxiv, papers, journal article, doi'
  },
  career: {
    en: 'my resume, cv, cover letter, job interview, job offer, job search, job opening, vacancy, career, hiring, recruiter, timesheet, vacation request, holiday request, leave request, sick leave'
  },
  marketing: {
    en: 'seo, keyword, keywords, search engine ranking, ad campaign, advertising, marketing, social media, followers, hashtag, influencer, copywriting, newsletter campaign, backlinks'
  },
  sales: { en: 'crm, sales lead, sales pipeline, opportunity, deal stage, customer record, erp, inventory, warehouse, quote for customer' },
  book: { en: 'book recommendation, novel, ebook, audiobook, author of the book, library book, books, bestseller' },
  speech: { en: 'speech, voice, text to speech, transcribe, transcription, transcript, dictation, ringtone, read aloud, ocr, handwriting' },
  device: {
    en: 'wifi, bluetooth, radio, stereo, fan, boiler, hoover, battery, my laptop, my phone, volume, vpn connection, password manager, my password, printer, scanner, ink, paper size, do not disturb, toner, phone number, screenshot of my screen, screen brightness, iphone, ipad, android, tv, television, tablet, smartwatch, headphones, speakers, coffee machine, kettle, macbook, sim, router, keyboard layout, webcam, microphone',
    de: 'drucker*, akku*, handy*',
    es: 'impresora*, bateria*',
    fr: 'imprimante*, batterie*',
    pl: 'drukark*, bateri*',
    ja: 'プリンター, 電池'
  },
  family: {
    en: 'mum, mom, dad, grandma, babysitter, baby, dog, cat, pet, puppy, dating*, wedding, birthday present, girlfriend, boyfriend, husband, wife, kitten',
    de: 'mama, oma, hund',
    es: 'mama, abuela, perro',
    fr: 'maman, mamie, chien',
    pl: 'mama, babcia, pies',
    ja: '母, 犬, 猫'
  },
  geography: { en: 'capital of, population of, country, planet, space exploration, nasa, satellite, earthquake, history of the' }
}
