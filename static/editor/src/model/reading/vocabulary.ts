/**
 * Words of sentences on cards, by what they say: a kind and a value, then English forms, then Chinese ones behind a bar.
 *
 * Only words that every game shares stand here: what a game calls its own things comes from its schema and its readings. A form may
 * be in several lines.
 */
const LINES = `
side enemy: enemy, foe, theirs, one of theirs, one of their, opposing, hostile, their, opponent's, opponents', on the other side, on their side, over there | 敌人, 敌方, 敌军, 敌, 对方, 对面, 对手的, 敌方的, 对方的
side ally: ally, friend, friendly, allied, teammate, buddy, on your side, your own, your, my, our, of yours | 友军, 友方, 队友, 己方, 我方, 自己人, 你的, 我方的, 己方的, 自己的
player you: you, i, me, yourself, we, us | 你, 我, 自己
player they: they, he, she | 他, 她
player opponent: opponent, your opponent, the opponent, opponents | 对手, 对方玩家, 对家
player others: each other player, every other player, all other players, everyone else, other players, everybody else, your opponents | 其他玩家, 别人, 其他人, 每位其他玩家, 每名其他玩家, 其他所有玩家, 其他人每人
player otherplayer: another player, someone else, somebody else, an other player, other player | 另一名玩家, 一名其他玩家, 另一个玩家, 别的玩家, 一位其他玩家, 其他一名玩家
player allplayers: each player, every player, all players, everyone, everybody, both players, each side, both sides, anyone | 所有玩家, 每名玩家, 每位玩家, 双方, 大家, 所有人, 各位玩家, 双方各, 全员
player nextplayer: next player, the next player, player after you, player on your left | 下家, 下一位玩家, 下一名玩家
player anyplayer: player, a player of your choice | 玩家, 一名玩家
player itsowner: owner, its owner | 拥有者, 主人
player thatplayer: that player, killer, the killer, its killer, whoever kills it, whoever killed it | 该玩家, 那名玩家, 那个玩家, 击败者, 击杀者, 谁打死它谁, 击杀它的人
head unit: unit, team, minion, guy, dude, body, bodies, troop, someone, something, anything, thing | 单位, 随从, 兵, 生物, 东西
head monster: monster, beast | 怪物, 怪, 怪兽
head character: character | 角色
head base: base, fortress, face | 基地, 脸
head card: card | 牌, 卡牌, 卡, 手牌的牌
head hand: hand | 手牌, 手, 手里, 手中, 手上
head deck: deck, library, pile, draw pile | 牌库, 牌堆, 卡组, 牌组
head discards: discard pile, graveyard, grave | 弃牌堆, 墓地, 弃牌区, 坟场
head hero: hero, heroes | 英雄
head leader: leader, commander | 领袖, 首领, 指挥官
head region: region, zone, objective | 战区, 区域, 据点
head cell: tile, cell, hex, space, square, ground, terrain | 格子, 空格, 地形, 地面, 目标格, 空地
head summon: summon, summoned thing | 召唤物
head support: support, support card | 支援, 支援牌
head status: status, statuses, effect, buff, debuff, enchantment | 状态, 增益, 减益, 效果
which all: all, every, each, whole, entire, of them | 所有, 全部, 全体, 全, 每人, 每个, 每名, 各个, 全场, 每一个, 各, 全队
which other: other, another, else, rest, remaining, different | 其他, 其余, 其它, 另一个, 另, 别的, 另外, 另一名, 另一
which everything: everything, all units | 
which ring: everything around, all around | 周围一圈, 一圈
quiet both: friend or foe, friends and foes, friend and foe | 不分敌我, 敌我不分
which aoe: aoe, area | aoe, 群体, 范围
which random: random, randomly, at random | 随机
which nearest: nearest, closest | 最近的, 最近
which adjacent: adjacent, neighbour, neighboring, neighbouring, neighbor, next to it, next to this, next to, beside, around it, around this, surrounding, nearby, touching, around you | 相邻的, 相邻, 旁边的, 旁边, 周围的, 周围, 附近的, 身边的, 身边
which here: in this lane, in the lane, this lane, here, in its lane, lane, opposite it, on this lane | 本路, 此路, 这路, 这条路, 此战线, 本战线, 该路, 同路, 所在战线
which elsewhere: in another lane, in other lanes, another lane, other lane, to another lane, in the other lanes | 另一路, 别的路, 其他战线, 其他路, 另一条路, 别路
which wounded: damaged, wounded, injured, hurt | 受伤的, 受伤, 残血的
which unhurt: at full health, full health, unhurt, undamaged, full life, uninjured | 满血, 满生命, 未受伤, 没受伤
which active: active, on the field, out front | 出战, 前台
which standby: standby, bench, benched, on the bench, in reserve, backup | 后台, 替补
which defeated: defeated, dead, fallen | 倒下的, 阵亡的, 已倒下, 被击倒的, 死去的
which next: next | 下一个, 下一名
which mostInjured: most injured, most damaged, most wounded, most hurt | 受伤最重的, 受伤最多的, 最残的, 伤得最重的
sup high: highest, most, strongest, greatest, largest, biggest, richest | 最高的, 最高, 最多的, 最多, 最强的, 最强, 最大的
sup low: lowest, least, weakest, fewest, smallest, poorest | 最低的, 最低, 最少的, 最少, 最弱的, 最弱, 最小的
top top: top, on top | 牌库顶, 牌堆顶, 顶, 顶上, 顶部
top bottom: bottom, on the bottom, underneath | 底, 底下, 牌库底, 底部, 牌堆底
cmp atmost: or less, or fewer, at most, no more than, or below, or lower, not more than, up to, or under | 不超过, 至多, 最多, 以下, 不多于, 及以下, 或更少, 不大于, 不高于, 或以下
cmp atleast: or more, at least, no less than, or higher, or greater, or above | 至少, 以上, 不少于, 及以上, 不小于, 不低于, 或更多, 或以上
cmp below: less than, fewer than, under, below, lower than | 少于, 不足, 低于, 小于, 不到
cmp above: more than, over, above, greater than, higher than | 多于, 超过, 大于, 高于, 比较多
cmp exactly: exactly | 恰好, 正好
never atleast: but never free, never free, never below, but never below, never less than, but not below, but at least, never free, minimum, not below | 不能低于, 最少为, 最低为, 至少为, 但不低于, 不会低于
stat attack: attack, atk, power, strength | 攻击, 攻, 攻击力
stat health: health, hp, life, hit point | 生命, 血, 血量, 生命值, 体力
stat maxhealth: max health, maximum health, max hp, maximum hp, health limit, max life | 生命上限, 最大生命, 最大生命值, 血量上限
stat shield: shield, barrier | 护盾, 盾
stat movement: movement, move, mov, mobility, move speed | 移动力, 移动, 移速, 机动
stat range: range, reach | 射程
stat speed: speed, attack speed | 速度, 攻速, 攻击速度
stat cost: cost, price, supply cost, mana cost, ap cost | 费用, 费, 消耗
stat armor: armor, armour | 护甲, 防御
stat reward: reward, bounty | 赏金, 悬赏, 奖励
res gold: gold, coin | 金币, 金
res mana: mana | 法力, 蓝, 费, 点费
res freezing: freezing, freeze counter, frost counter | 冻结值, 冻结, 冰冻值
res supply: supply, supplies | 补给
res ap: ap, action point, focus | 行动力, 行动点, 专注, 点ap
res energy: energy, charge | 充能, 能量
res dice: die, dice | 骰子, 骰, 元素骰
res card: card | 牌, 卡牌, 卡
res apcap: ap cap, ap limit, max ap, ap maximum | ap上限, 行动力上限, 专注上限
res handcap: hand limit, hand size limit, maximum hand size, max hand size | 手牌上限
res manacap: mana cap, mana limit, max mana | 法力上限
res use: usage, use left, charge left, duration | 可用次数, 使用次数
verb damage: damage, dmg, take damage, deal damage | 伤害, 点伤害, 伤
verb deal: deal, hit, strike, ping, zap, shoot, blast, smack, burn, bolt, fire, hits for, slap, bash | 造成, 打, 射, 发射, 轰, 砸, 点射, 打出, 炸
verb suffer: take, suffer, eat, receive | 受到, 承受, 吃, 受
verb heal: heal, restore, mend, regain, recover, cure, patch up, heals for, top off, refill | 充满, 补满, 回满, 治疗, 恢复, 回复, 回, 奶, 治愈
verb draw: draw, cantrip | 抽, 摸, 抓, 抽取, 补抽
verb drawto: draw until you have, draw until, draw up to, refill your hand to, draw until you hold, draw cards until you have, draw cards until, draw back up to | 抽牌至, 抽到, 补到, 抽牌直到手牌有, 补牌至, 抽牌直到, 手牌补到, 将手牌补至
verb discard: discard, bin, dump, throw away, pitch, toss | 弃, 弃置, 弃掉, 丢弃, 舍弃, 弃牌, 扔掉
verb mill: mill | 磨牌, 磨
verb gain: gain, get, receive, obtain, collect, earn, have, pick up, add | 获得, 得到, 得, 拿, 捡, 加, 增加, 回
verb give: give, grant | 给, 给予, 赋予, 使, 让, 令
verb lose: lose, pay, spend, drain, remove, less, burn | 丢, 失去, 损失, 扣, 减少, 减, 掉, 支付, 消耗, 少, 扣除
verb steal: steal, take from, rob, siphon, drain from | 偷取, 偷, 夺取, 抢, 窃取
verb kill: kill, destroy, slay, execute, wipe out, defeat, take out, finish off, blow up | 击杀, 消灭, 杀死, 杀, 摧毁, 击败, 打死, 干掉, 处决, 打倒, 击倒
verb sacrifice: sacrifice, sac | 牺牲, 献祭
verb summon: summon, call, spawn, create a token, leave, leave behind | 留, 留下, 召唤, 召唤出, 生成
verb deploy: deploy, put into play | 部署
verb create: create, conjure, make, generate | 创造, 制造, 置入一张
verb copy: copy, duplicate, clone, twin, replica | 复制, 拷贝, 副本, 复制一张
verb return: return, bounce, put back, send back, pick back up | 返回, 移回, 弹回, 收回, 回手, 拿回, 回到, 撤回, 返回手牌, 弹回手牌, 放回
verb put: put, place, move, add | 放, 置入, 放到, 加入, 放入, 移到, 拿到, 置于, 拿
verb shuffle: shuffle | 洗入, 洗回, 洗, 洗牌
verb search: search, tutor, fetch, look for, find | 检索, 搜索, 搜寻, 找, 查找
verb scry: scry | 占卜
verb look: look at, look, peek at, peek, see | 看, 查看, 偷看
verb reveal: reveal, show | 展示, 亮出, 公开
verb silence: silence, mute | 沉默
verb freeze: freeze, frozen solid | 冻结, 冻住, 冰冻
verb control: control, take control of, mind control, take over, seize, convert to your side, mind-control | 夺取控制, 夺取, 控制, 夺控, 策反, 控制权
verb transform: transform, polymorph, turn into, becomes a, morph | 变形, 变成, 变为, 变形为
verb swap: swap, exchange, trade, switch | 交换, 互换, 对调, 换
verb move: move, shift, relocate, walk, teleport, dash | 移动, 传送, 挪, 移, 移至
verb push: push, shove, knock back, knock, push back | 推开, 推, 击退, 推动
verb pull: pull, drag, hook | 拉近, 拉, 拖, 拽
verb switch: switch, swap in, switch to | 切换, 切换到, 切, 换人, 切人, 切换角色
verb exile: exile, banish, remove from the game | 放逐, 流放
verb revive: revive, resurrect, rez, bring back | 复活, 复苏, 复生
verb refund: refund, reimburse | 返还, 返, 退还
verb reroll: reroll, re-roll | 重掷, 重投, 重骰
verb roll: roll | 掷, 投掷, 掷骰
verb convert: convert, turn, change, become | 转化, 转换, 换成, 变成, 转为, 变为
verb apply: apply, attach | 附着, 施加, 附加
verb infuse: infuse | 附魔
verb dispel: remove, strip, dispel, cleanse, purge, clear, lose all | 移除, 驱散, 清除, 净化, 去除, 去掉
verb skip: skip | 跳过
verb counter: counter, negate | 反制, 抵消
verb price: cheaper, pricier, more expensive, dearer | 便宜, 贵, 少花, 少花费, 多花, 多花费
verb half: half |
verb double: double | 翻倍, 加倍
verb halve: halve | 减半
verb attackagain: attack again, may attack again, attack once more, may attack once more, another attack, attack an additional time, act again, act once more, ready | 再攻击, 再打一次, 再行动一次, 多攻击一次, 再次攻击, 可再攻击一次, 可以再攻击一次, 再攻击一次, 再动一次
verb moveagain: move again, move once more, may move again | 再移动, 再移动一次, 可以再移动
verb extraturn: take another turn, extra turn, another turn | 额外回合, 再进行一个回合, 额外的回合
verb immune: immune, cannot be damaged, invulnerable, cannot take damage | 免疫, 免伤, 不会受到伤害
verb cannotattack: cannot attack, can't attack, cant attack | 不能攻击, 无法攻击
verb cannotmove: cannot move, can't move, cant move, root | 不能移动, 无法移动, 定身
verb cast: cast | 施放
verb win: win | 获胜
verb equip: equip | 装备
verb survive: survive, cheat death, stay at | 免死, 存活, 免于被击倒, 保留
verb setto: set to, become, set, becomes | 变为, 设为, 归零, 变成
verb absorb: absorb, soak, prevent | 抵消, 吸收, 防止
verb cycle: loot | 抽弃
event die: die, dies, is defeated, is killed, is destroyed, falls, goes down, perishes, is slain, would fall, gets killed, are killed, are defeated | 死亡, 阵亡, 被击败, 倒下, 被击倒, 死, 被消灭, 死掉, 被击杀, 被打死, 战死, 死去
event kill: take down, takes down, kill, kills, defeat, defeats, destroys, slays, makes a kill | 击杀, 击败, 杀死, 杀, 击倒, 消灭, 打死
event attack: attack, attacks, strikes | 攻击, 进攻, 宣告攻击
event attacked: is attacked, attacks it, gets attacked | 被攻击, 遭到攻击, 攻击它
event damaged: take damage, takes damage, is damaged, is hit, loses health, is dealt damage, gets hit, is hurt, suffers damage, it's hit, survives damage | 受到伤害, 受伤, 被打, 挨打, 掉血, 受到攻击
event damages: deal damage, deals damage, damages, hits | 造成伤害, 造成了伤害, 打出伤害
event heal: is healed, heal, heals, gets healed, are healed | 受到治疗, 被治疗, 治疗, 恢复生命
event play: play, plays, played, cast, casts, use a card | 打出, 使用, 施放, 出牌, 打, 出, 打过, 打出过
event draw: draw, draws | 抽, 抽牌, 摸, 抽到, 摸牌
event discard: discard, discards, bins, is discarded | 弃, 弃牌, 弃掉, 弃置, 舍弃, 被弃掉, 被弃置
event deploy: is deployed, enters, deploy, deploys, enters the battlefield, comes into play, enters play, summon, summons, joins, arrives, is summoned, deployed | 部署, 登场, 入场, 召唤, 进场, 被部署, 上阵
event move: move, moves, starts moving, walks | 移动, 走动, 进入
event switch: switch, switches, swap in, switches in, becomes active, steps in, enters the field, become active | 切换, 切人, 切换角色, 换人, 上场, 切上场, 成为出战角色, 切入
event skill: skill you use, skill, uses, use a skill, uses a skill, use skill, uses its skill | 使用技能, 放技能, 用技能, 技能
event buy: buy, buys | 购买, 买牌, 买
event gain: gain, gains, get | 获得, 得到, 得
event lose: lose, loses | 失去, 损失
event equip: is equipped, equip, equips, equipped | 装备, 装备时
event flip: is revealed, is flipped, is turned up, flipped | 翻开, 被翻开, 翻面
event reverse: reverse time, reverses time, time is reversed | 逆转时间, 时间逆转
event capture: capture, take, captures, takes, control, controls, hold, holds | 占领, 占据, 夺下, 占下
event shieldbreak: shield breaks, its shield breaks, shield is broken, loses its shield | 护盾破碎, 护盾被打破, 破盾, 护盾破裂
event reaction: trigger, triggers, reaction, trigger a reaction | 触发, 反应
event pass: pass, declare the end, end your round | 宣布结束, 结束回合, 跳过
event tune: tune | 元素调和, 调和
event status: becomes stunned, gets a status | 获得状态
moment turnstart/you: start of your turn, start of each of your turns, beginning of your turn, your turn starts, your turn begins, start of your turns, start of each your turn, start of turn, start of the turn | 你的回合开始, 你回合开始, 回合开始, 每个你的回合开始, 己方回合开始, 我方回合开始
moment turnstart/any: start of each turn, start of every turn, each turn starts | 每回合开始, 每个回合开始
moment turnend/you: end of your turn, end of each of your turns, your turn ends, end of your turns, end of turn, end of the turn, turn ends | 你的回合结束, 你回合结束, 回合结束, 己方回合结束, 我方回合结束
moment turnend/any: end of each turn, end of every turn | 每回合结束, 每个回合结束
moment turnstart/opponent: start of your opponent's turn, start of the opponent's turn, start of the enemy turn, start of their turn, opponent's turn starts | 对手回合开始, 敌方回合开始, 对方回合开始
moment turnend/opponent: end of your opponent's turn, end of the opponent's turn, end of the enemy turn | 对手回合结束, 敌方回合结束, 对方回合结束
moment roundstart/any: start of the round, start of each round, start of every round, round starts, round begins, beginning of the round, start of round | 轮次开始, 本轮开始, 每轮开始, 一轮开始, 大回合开始
moment roundend/any: end of the round, end of each round, end of every round, round ends, end of round | 轮次结束, 每轮结束, 本轮结束, 一轮结束, 大回合结束
moment endphase/any: end phase, in the end phase, each end phase, during the end phase | 结束阶段, 每个结束阶段
moment actionphase/any: action phase, start of the action phase, action phase starts | 行动阶段开始, 行动阶段
moment mainphase/any: main phase, start of your main phase | 主要阶段, 主要阶段开始
later turnstart: start of your next turn, at your next turn, when your next turn starts, beginning of your next turn | 下回合开始, 你的下个回合开始, 下个回合开始, 下个你的回合开始, 你下回合开始
later roundstart: start of the next round, next round | 下一轮, 下轮, 下一轮开始
time thisturn: this turn, until end of turn, until the end of turn, for the turn, until end of the turn, until the end of the turn, for a turn, this round, for the round, until the round ends, until end of round, until the end of the round, until end of the round, until the round is over, for the rest of the round, for the rest of the turn, until the end of this turn | 本回合, 这回合, 到回合结束, 直到回合结束, 此回合, 这个回合, 本回合内, 本轮, 这轮, 一回合, 本轮结束还给他, 本轮结束还, 回合结束还给他, 直到本轮结束, 本轮结束前, 本回合结束前
time nextturn: next turn, on your next turn, until your next turn, until their next turn, until your next turn starts, until its next turn | 下回合, 下个回合, 直到下回合, 到下回合, 到下回合开始, 直到下回合开始, 直到你的下回合, 直到你的下个回合, 直到下个回合开始
time permanent: permanently, for good, forever, for the rest of the match, permanent, for the rest of the game | 永久, 永远
time match: this match, this game, of the match, of the game, this battle | 本局, 这局, 本场, 本场战斗, 整局
span turn: turn, round | 回合, 轮
per turn: per turn, each turn, every turn, a turn, turn limit, once a turn, per round, each round, every round, a round, limit per turn | 每回合, 每轮, 每个回合
per match: per match, a match, per game | 每局, 整局
count times: time | 次, 遍, 下
limitword max: max, maximum, at the most, tops, limit, only, at most | 限, 最多, 至多, 限制
every nth: every | 每
each foreach: for each, for every, per each, per | 每有, 每存在, 每拥有, 场上每有, 每
equal equalto: equal to, equals, based on | 等同于, 等于, 等量于, 数值等于
equal much: that much, that many, as much, as many, the same amount, this much, the same number, an equal amount | 等量, 同样多, 那么多, 同样数量, 等量的, 同样数量的, 同等, 同样数量的牌, 等同数量
equal all: all, all of it | 所有, 全部
value number: number, amount | 数量, 数值, 点数
value excess: excess, the rest, rest, excess damage, overkill damage, the rest of the damage, leftover damage | 溢出的伤害, 溢出伤害, 多余的伤害, 溢出
value dealt: damage dealt, damage it dealt, damage this deals, damage it deals, damage this dealt, damage this unit deals | 造成的伤害, 所造成的伤害
pron it: it, that unit, that monster, that character, that card, that one, its, that enemy, that ally, itself | 它, 其, 该单位, 该怪物, 该角色, 该牌, 此单位的, 它的, 该敌人
pron them: them, those, those units | 它们, 他们
pron this: this, this unit, this card, this monster, this spell, this minion, this creature, this thing | 此单位, 本单位, 这个单位, 此怪物, 此牌, 这张牌, 该牌自身, 自身, 此, 该单位自身, 本牌, 这个怪物
pron wearer: wearer, wielder, bearer, host, equipped character, holder | 装备者, 佩戴者, 持有者, 所附属角色, 角色自身
pron target: target, the target, target unit | 目标, 目标单位
pron source: attacker, the attacker, its attacker, source, whoever attacks it, whoever hit it, the source | 攻击者, 来源, 攻击它的单位, 伤害来源
conj then: then, afterwards, after that | 然后, 接着, 之后再, 再
conj and: and, plus, as well as | 并, 和, 且, 并且, 与, 及
conj but: but, however | 但, 但是, 不过
conj or: or | 或, 或者
conj if: if, in case | 若, 如果, 要是, 假如, 若是, 只要
conj unless: unless | 除非
conj when: when, whenever, each time, every time, as soon as, any time, after, once, whenever you | 当, 每当, 每次, 每逢, 当你, 每当你, 每次你, 每当有, 当有
conj next: the next time, next time, the next | 下一次, 下次
conj first: the first time, first time | 第一次, 首次
conj while: while, as long as | 在场时, 期间, 在场期间
past played: you've played, you've cast, you've already played, you already played | 
only only: only | 只有, 仅有
conj instead: instead | 改为, 而是, 改成, 变为
conj otherwise: otherwise, else, if not | 否则, 不然
conj so: | 就, 则
conj may: you may, may, can | 可以, 可, 可选择
mark when: | 时, 后, 之后, 以后, 的时候
mark if: | 的话
mark passive: | 被
sign more: more, extra, additional, plus, bonus, increased, raised, dearer, pricier, more expensive, rises, rise, increase | 额外, 更多, 多, 增加, 加, 贵, 提高, 更, 增
sign less: less, fewer, reduced, cheaper, lower, decreased, falls, reduce, fewer | 减少, 少, 减, 便宜, 降低, 更少, 减免
neg not: not, no, does not, doesn't, don't, didn't, hasn't, haven't, can't, cannot, isn't, without, without any, never, n't | 没有, 不, 无, 未, 没, 不会, 无法, 不能
free free: free, costs nothing, costs no | 免费, 不花费, 不消耗
quiet choose: choose, pick, select, target, any, empty, free of charge, left, now, behind, same level, of the same level, of its level, on the table, in play, in total | 挑, 挑选, 现在, 原地, 同级, 场上, 同等级, 选择, 指定, 选, 任意, 任何, 空的, 站在, 位于, 处于
chance choose: choose one, pick one, modal | 抉择, 二选一, 选择一项, 任选一项, 二择一, 选一项
chance flip: flip a coin, toss a coin, coin flip | 抛硬币, 抛一枚硬币, 掷硬币
chance heads: heads | 正面
chance tails: tails | 反面
label deathrattle: deathrattle, last words, last breath, on death | 亡语, 遗言
label battlecry: battlecry, on play, on deploy, on summon | 战吼
label lifesteal: lifesteal, life steal, drain life | 吸血
label taunt: taunt | 嘲讽
label charge: charge, haste, swift | 冲锋, 猛速
label combo: combo, chain | 连击
label overkill: overkill, trample | 溢出, 践踏
label aura: aura | 光环
label ramp: ramp | 跳费
label retaliate: retaliate, thorns, retaliation | 反击, 荆棘
label playthis: played | 打出这张牌, 打出此牌
past died: died, was killed, has died, have died, lost a unit | 阵亡过, 死过, 失去过, 死亡过, 阵亡的
past played: played, cast, you've played, have played, already played | 打出过, 打过, 出过, 用过, 已打出
past attacked: attacked, has attacked | 攻击过
adverb already: already, previously, before | 已, 已经
than than: than | 比
within within: within, inside, within range | 以内, 之内, 内, 范围内
cells cells: tile, cell, step, space, hex, square | 格
points points: point, points | 点
into into: into, to, onto, in, from, of, on, at, in front of | 到, 至, 入, 从, 里, 里的, 中, 中的, 在, 为, 于, 给, 来自, 身上, 身上的
`;

export interface Sense {
  readonly kind: string;
  readonly value: string;
}

/** One way to write a sense. */
export interface Form extends Sense {
  readonly text: string;
  readonly isHan: boolean;
}

/** Words that carry no meaning of their own. */
export const FILLERS: ReadonlySet<string> = new Set(
  "the a an of to is are was be been being and that these with by as do does did has had will would own also just so its it's up out there any for s from on onto one at in off back away down now worth whatever which who whom that's you'd very too please".split(" "),
);
export const HAN_FILLERS: ReadonlySet<string> = new Set([..."的了着地就都也往人将把对向由个名张点位只枚条些那有是则也会能一使让令各次等某任何在从并其还便才"]);

export const FORMS: readonly Form[] = LINES.split("\n")
  .filter(Boolean)
  .flatMap((line) => {
    const [head = "", forms = ""] = line.split(/:(.*)/s);
    const [kind = "", value = ""] = head.split(" ");
    const [english = "", chinese = ""] = forms.split("|");
    const rows = (texts: string, isHan: boolean): Form[] => texts.split(",").map((text) => text.trim()).filter(Boolean).map((text) => ({ kind, value, text, isHan }));
    return [...rows(english, false), ...rows(chinese, true)];
  });
